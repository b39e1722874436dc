// What opens an explanation, for all who show a reading or a control.

import { icon, make } from "./dom";
import { t } from "./i18n";

/** A name that opens its own explanation. */
export function explainButton(code: string, ...words: (Node | string)[]): HTMLButtonElement {
  return make("button", { type: "button", class: "explain", "data-explain": code }, ...words);
}

/** The button beside a label that explains what is labelled. */
export function infoButton(code: string, label: string): HTMLButtonElement {
  const name = t("command.explain", { label });
  return make("button", { type: "button", class: "quiet info", "data-explain": code, "aria-label": name, title: name }, icon("info"));
}
