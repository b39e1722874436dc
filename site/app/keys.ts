// Keys. They work while nothing has the focus that takes keys itself.

import { byId } from "./dom";
import { goOn, minuteBack, minuteOn, pause, play, seek, setSpeed } from "./play";
import { share } from "./share";
import { speeds, state } from "./state";
import { keep, recall } from "./store";

let single = recall("keys") !== "off";

export function initKeys(help: () => void, summary: () => void): void {
  const box = byId<HTMLInputElement>("keys-switch");
  box.checked = single;
  box.addEventListener("change", () => {
    single = box.checked;
    keep("keys", single ? "on" : "off");
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || taken(event)) return;
    if (press(event, help, summary)) event.preventDefault();
  });
}

/** Whether the focus is on something that has its own use for keys. */
function taken(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return document.querySelector("dialog[open]") !== null
    || target?.closest("button, input, select, textarea, a, summary, [role=tab]") != null;
}

function press({ key, shiftKey }: KeyboardEvent, help: () => void, summary: () => void): boolean {
  switch (key) {
    case " ":
      if (state.playing) pause();
      else play();
      return true;
    case "ArrowRight":
      if (shiftKey) goOn(1);
      else minuteOn();
      return true;
    case "ArrowLeft":
      if (state.step === 0 || state.mode === "briefing") return true;
      if (shiftKey) seek(state.step - 1);
      else minuteBack();
      return true;
  }
  if (!single) return false;
  const speed = speeds[Number(key) - 1];
  if (speed) setSpeed(speed);
  else if (key === "s" || key === "S") share();
  else if (key === "w" || key === "W") summary();
  else if (key === "?") help();
  else return false;
  return true;
}
