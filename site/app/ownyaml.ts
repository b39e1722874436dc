// The form as a YAML file, both ways.

import { make, setText } from "./dom";
import { t } from "./i18n";
import { draft, take } from "./owndraft";
import { readYAML, writeYAML } from "./ownfiles";

/** Far above what a service with a curve takes; more is not read. */
const bytesMax = 1 << 20;

/** The buttons that save and open; what came of it is said in the status line. */
export function yamlButtons(showAll: () => void, status: HTMLElement): HTMLElement[] {
  const file = make("input", { type: "file", accept: ".yaml,.yml", tabindex: -1, hidden: true, id: "own-yaml" });
  const save = make("button", { type: "button", id: "own-yaml-save" }, t("own.yaml.save"));
  const open = make("button", { type: "button", id: "own-yaml-open" }, t("own.yaml.open"));
  save.addEventListener("click", () => void attempt(saveFile, status));
  open.addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    if (chosen) void takeYAML(chosen, showAll, status);
    file.value = "";
  });
  return [save, open, file];
}

/** Fills the form from a file. */
export function takeYAML(file: File, showAll: () => void, status: HTMLElement): Promise<void> {
  return attempt(() => openFile(file, showAll), status);
}

/** Why a file was not taken, in words. */
class Wrong extends Error {}

async function attempt(action: () => Promise<string>, status: HTMLElement): Promise<void> {
  try {
    setText(status, await action());
    status.classList.remove("wrong");
  } catch (error) {
    if (!(error instanceof Wrong)) console.error(error);
    setText(status, error instanceof Wrong ? error.message : t("error.own"));
    status.classList.add("wrong");
  }
}

async function saveFile(): Promise<string> {
  const written = await writeYAML(draft.own);
  if ("error" in written) throw new Wrong(written.error.message);
  const name = `${draft.own.title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "service"}.yaml`;
  const url = URL.createObjectURL(new Blob([written.text], { type: "application/yaml" }));
  make("a", { href: url, download: name }).click();
  // The browser has to have begun the download.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return t("own.yaml.saved", { file: name });
}

async function openFile(file: File, showAll: () => void): Promise<string> {
  const read = await readYAML(await file.slice(0, bytesMax).text());
  if ("error" in read) {
    const { line, column, message } = read.error;
    throw new Wrong(t("own.yaml.error", { file: file.name, line, column, message }));
  }
  take(read.own);
  showAll();
  return t("own.yaml.opened", { file: file.name });
}
