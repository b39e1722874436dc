// Sharing: the link that holds the whole shift, and what is made of it: Markdown,
// a file, a QR code, code for another page.

import * as engine from "./engine";
import { byId, make, setText } from "./dom";
import * as format from "./format";
import { allTexts, loadLate, t } from "./i18n";
import { run } from "./load";
import { showNotes, writtenNotes } from "./notes";
import { pause } from "./play";
import { clockAt, on, state } from "./state";

/** Longer links are cut by some mail and chat programs. */
const longCharacters = 1800;
/** Longer links make codes that phones do not read from a screen. */
const codeCharacters = 800;

/** To thin a day's traffic takes a good part of this, so that it waits until nobody types. */
const thinningMs = 400;

let thinned = false; // what the last link carries
let waiting = 0; // the timer of the next link

const field = () => byId<HTMLInputElement>("link");

export function initShare(): void {
  byId("copy").addEventListener("click", () => {
    if (waiting !== 0) showLink();
    void copy(field().value, "share.copied");
  });
  byId("share-at").addEventListener("change", () => {
    showLink();
    void copy(field().value, "share.copied");
  });
  byId("share-markdown").addEventListener("click", () => void copy(engine.markdown(bareLink(), writtenNotes(), allTexts()), "share.copied.markdown"));
  byId("share-embed").addEventListener("click", () => void copy(embedCode(), "share.copied.embed"));
  byId("share-file").addEventListener("click", saveFile);
  byId("share-code").addEventListener("click", () => void showCode());
  on("notes", () => {
    if (!thinned) return showLink();
    window.clearTimeout(waiting);
    waiting = window.setTimeout(showLink, thinningMs);
  });
}

/** Opens the panel with a link to what has been played so far, and copies it. */
export function share(): void {
  if (!state.shift) return;
  pause();
  byId<HTMLInputElement>("share-at").checked = false;
  // A link names whole minutes.
  setText(byId("share-at-text"), t("share.at", { time: format.clock(Math.floor(clockAt(state.step))) }));
  setText(byId("share-copied"), "");
  byId("code").replaceChildren();
  byId("share-text").hidden = true;
  showNotes();
  showLink();
  const dialog = byId<HTMLDialogElement>("share-dialog");
  if (!dialog.open) dialog.showModal();
  void copy(field().value, "share.copied");
}

/** The link without the minute that it may open at. */
function bareLink(): string {
  return addressOf(engine.link(writtenNotes()));
}

function addressOf({ fragment }: engine.LinkFragment): string {
  return `${location.href.split("#")[0]}#${fragment}`;
}

function showLink(): void {
  if (!state.shift) return;
  const minute = Math.floor((state.step * state.shift.scenario.stepSeconds) / 60);
  window.clearTimeout(waiting);
  waiting = 0;
  const made = engine.link(writtenNotes());
  thinned = made.thinned !== undefined;
  setText(byId("share-what"), t("share.what", { time: format.clock(clockAt(state.last)) }));
  const link = addressOf(made) + (byId<HTMLInputElement>("share-at").checked ? `&t=${minute}` : "");
  field().value = link;
  setText(byId("share-long"), link.length > longCharacters
    ? t("share.long", { n: format.number(longCharacters), length: format.number(link.length) }) : "");
  if (made.thinned) void sayThinned(made.thinned);
}

/** Says what a link leaves out of a long traffic curve. */
async function sayThinned({ points, of, errorShare }: NonNullable<engine.LinkFragment["thinned"]>): Promise<void> {
  await loadLate().catch(console.error);
  setText(byId("share-what"), t("own.thinned", { points: format.number(points), of: format.number(of), error: format.percent(errorShare, 1) }));
}

/** Copies a text; where the browser forbids it, shows it selected instead. */
async function copy(text: string, done: string): Promise<void> {
  const spare = byId<HTMLTextAreaElement>("share-text");
  try {
    await navigator.clipboard.writeText(text);
    spare.hidden = true;
    setText(byId("share-copied"), t(done));
  } catch {
    const link = text === field().value;
    spare.hidden = link;
    spare.value = link ? "" : text;
    setText(byId("share-copied"), t("share.copy.failed"));
    // The refusal may come late: nobody is to lose the field that they write in.
    if (document.activeElement?.closest("#notes")) return;
    const shown = link ? field() : spare;
    shown.focus();
    shown.select();
  }
}

function embedCode(): string {
  const frame = make("iframe", { src: `${field().value}&embed=1`, width: 640, height: 480, title: t("product.name") });
  return frame.outerHTML;
}

function saveFile(): void {
  const scenario = state.shift?.scenario.id || "custom";
  const data = Uint8Array.from(atob(engine.file(writtenNotes())), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([data], { type: "application/octet-stream" }));
  make("a", { href: url, download: `${scenario}-${state.shift?.seed ?? 0}.oncall` }).click();
  setText(byId("share-copied"), t("share.saved"));
  // The browser has to have begun the download.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

let codes: Promise<void> | null = null;

/** Loads the program that draws codes, once. */
function loadCodes(): Promise<void> {
  codes ??= new Promise<void>((resolve, reject) => {
    window.oncallCodeReady = resolve;
    run("qr.wasm", () => undefined, () => undefined).catch(reject);
  });
  return codes;
}

async function showCode(): Promise<void> {
  const host = byId("code");
  if (field().value.length > codeCharacters) {
    host.replaceChildren(t("share.code.long", { n: format.number(codeCharacters) }));
    return;
  }
  host.replaceChildren(t("share.code.loading"));
  try {
    await loadCodes();
    const svg = engine.svgOf(window.oncallCode?.(field().value) ?? "");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", t("share.code.label"));
    host.replaceChildren(svg);
    svg.scrollIntoView({ block: "nearest" });
  } catch (error) {
    console.error(error);
    codes = null;
    host.replaceChildren(t("share.code.failed"));
  }
}
