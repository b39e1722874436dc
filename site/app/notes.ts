// Notes: what the author of a postmortem writes beside the timeline. They travel
// in the link, and are shown as text, never as markup.

import { byId, make, setText } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { clockAt, emit, on, state } from "./state";

/** Builds the notes in the share panel; they follow the shift. */
export function initNotes(): void {
  byId("note-add").addEventListener("click", () => {
    state.notes.push({ step: state.step, text: "" });
    state.notes.sort((a, b) => a.step - b.step);
    show();
    const added = state.notes.findIndex((note) => note.step === state.step && note.text === "");
    byId("notes").querySelectorAll("input")[added]?.focus();
  });
  on("shift", () => {
    state.notes = (state.shift?.notes ?? []).map((note) => ({ ...note }));
  });
}

/** Shows the notes of the shift, and at which minute the next one would stand. */
export function showNotes(): void {
  show();
  setText(byId("note-add"), t("share.note.add", { time: format.clock(clockAt(state.step)) }));
}

function show(): void {
  byId("notes").replaceChildren(...state.notes.map(row));
  byId<HTMLButtonElement>("note-add").disabled = state.notes.length >= state.limits.notes;
}

function row(note: { step: number; text: string }): HTMLElement {
  const time = format.clock(clockAt(note.step));
  const field = make("input", { value: note.text, maxlength: state.limits.noteBytes, "aria-label": t("share.note.at", { time }) });
  field.addEventListener("input", () => {
    note.text = cut(field.value, state.limits.noteBytes);
    if (field.value !== note.text) field.value = note.text;
    emit("notes");
  });
  const remove = make("button", { type: "button", class: "quiet", "aria-label": t("share.note.remove", { time }) }, "✕");
  remove.addEventListener("click", () => {
    state.notes.splice(state.notes.indexOf(note), 1);
    show();
    emit("notes");
    byId("note-add").focus();
  });
  return make("li", {}, make("span", { class: "time" }, time), field, remove);
}

/** The longest start of a text that takes at most so many bytes. */
function cut(text: string, bytesMax: number): string {
  const encoder = new TextEncoder();
  let end = text;
  while (encoder.encode(end).length > bytesMax) end = [...end].slice(0, -1).join("");
  return end;
}

/** The notes that say something, as the engine takes them. */
export function writtenNotes(): { step: number; text: string }[] {
  return state.notes.filter((note) => note.text.trim() !== "" && note.step <= state.last);
}
