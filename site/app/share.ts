// Sharing: the link that holds the whole shift, shown in a field and copied.

import * as engine from "./engine";
import { byId, setText } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { pause } from "./play";
import { clockAt, state } from "./state";

/** Longer links are cut by some mail and chat programs. */
const longCharacters = 1800;

export function initShare(): void {
  byId("copy").addEventListener("click", () => void copy());
  byId("share-at").addEventListener("change", () => {
    showLink();
    void copy();
  });
}

let fragment = "";

/** Opens the panel with a link to what has been played so far, and copies it. */
export function share(): void {
  if (!state.shift) return;
  pause();
  fragment = engine.link();
  byId<HTMLInputElement>("share-at").checked = false;
  setText(byId("share-what"), t("share.what", { time: format.clock(clockAt(state.last)) }));
  setText(byId("share-at-text"), t("share.at", { time: format.clock(clockAt(state.step)) }));
  showLink();
  const dialog = byId<HTMLDialogElement>("share-dialog");
  if (!dialog.open) dialog.showModal();
  void copy();
}

function showLink(): void {
  const at = byId<HTMLInputElement>("share-at").checked ? `&t=${state.step}` : "";
  const link = `${location.href.split("#")[0]}#${fragment}${at}`;
  byId<HTMLInputElement>("link").value = link;
  setText(byId("share-long"), link.length > longCharacters
    ? t("share.long", { n: format.number(longCharacters), length: format.number(link.length) }) : "");
}

async function copy(): Promise<void> {
  const field = byId<HTMLInputElement>("link");
  try {
    await navigator.clipboard.writeText(field.value);
    setText(byId("share-copied"), t("share.copied"));
  } catch {
    field.focus();
    field.select();
    setText(byId("share-copied"), t("share.copy.failed"));
  }
}
