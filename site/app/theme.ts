// Light, dark, or what the system says.

import { setAttributes } from "./dom";
import { keep, recall } from "./store";

const choices = ["system", "light", "dark"] as const;
type Choice = (typeof choices)[number];

let choice: Choice = choices.find((c) => c === recall("theme")) ?? "system";

/** Follows the switch and the system; calls back after the colours have changed. */
export function initTheme(changed: () => void): void {
  const apply = () => {
    setAttributes(document.documentElement, { "data-theme": choice === "system" ? undefined : choice });
    for (const button of document.querySelectorAll<HTMLElement>("[data-theme-choice]")) {
      setAttributes(button, { "aria-pressed": String(button.dataset.themeChoice === choice) });
    }
    changed();
  };
  for (const button of document.querySelectorAll<HTMLElement>("[data-theme-choice]")) {
    button.addEventListener("click", () => {
      choice = choices.find((c) => c === button.dataset.themeChoice) ?? "system";
      keep("theme", choice);
      apply();
    });
  }
  for (const query of ["(prefers-color-scheme: light)", "(prefers-reduced-motion: reduce)"]) {
    matchMedia(query).addEventListener("change", changed);
  }
  apply();
}
