// The panels under the stage. On a phone one of four is shown; on a wide screen
// controls and feed have places of their own, and charts and readings share one.
// An explanation takes the place of the readings on a phone.

import { byId, setAttributes } from "./dom";

/** Where the stylesheet shows one panel at a time. It has the same condition. */
const narrow = matchMedia(
  "(orientation: portrait) and (max-width: 68em), (max-width: 60em), (orientation: landscape) and (max-height: 32em)",
);

let chosen = "controls";

export function initTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLElement>("#tabs [role=tab]")];
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(tab.dataset.tab ?? ""));
    tab.addEventListener("keydown", (event) => {
      const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
      const move = event.key === forward ? 1 : event.key === "ArrowLeft" || event.key === "ArrowRight" ? -1 : 0;
      if (move === 0) return;
      event.preventDefault();
      const usable = tabs.filter((other) => other.offsetParent !== null);
      const next = usable[(usable.indexOf(tab) + move + usable.length) % usable.length];
      choose(next?.dataset.tab ?? chosen);
      next?.focus();
    });
  }
  narrow.addEventListener("change", show);
  show();
}

/** Whether only one panel is shown at a time. */
export function oneAtATime(): boolean {
  return narrow.matches;
}

export function chosenTab(): string {
  return chosen;
}

/** Shows a panel, where only one is shown at a time. */
export function choose(tab: string): void {
  chosen = tab;
  show();
}

function show(): void {
  const tab = narrow.matches || chosen === "readings" ? chosen : "charts";
  document.body.dataset.tab = tab;
  for (const element of document.querySelectorAll<HTMLElement>("#tabs [role=tab]")) {
    const selected = element.dataset.tab === tab;
    setAttributes(element, { "aria-selected": String(selected), tabindex: selected ? 0 : -1 });
    // Where panels have places of their own they are no tab's panel.
    const panel = byId(element.dataset.tab ?? "");
    setAttributes(panel, { role: element.offsetParent === null ? undefined : "tabpanel" });
  }
}
