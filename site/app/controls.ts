// The controls, built from the world's description: no control has code of its
// own, but for its help text. Controls that act on one target, such as a link,
// stand together in a row for each target.

import { asides } from "./asides";
import type { Control } from "./engine";
import { byId, make } from "./dom";
import { t } from "./i18n";
import { makeLinks, updateLinks } from "./links";
import { makeSetting, updateSetting, type Setting } from "./setting";
import { on, state } from "./state";

let settings: Setting[] = [];

/** Makes the panel follow the shift. */
export function initControls(): void {
  on(["shift", "language"], build);
  on(["frame", "pending", "mode"], update);
}

function build(): void {
  const controls = state.shift?.controls ?? [];
  settings = [];
  const groups = [...new Set(controls.map((control) => control.group))];
  byId("controls-list").replaceChildren(...groups.map((group) => {
    const members = controls.filter((control) => control.group === group);
    return makeGroup(group, members.every((control) => control.targets) ? [makeLinks(members)] : members.flatMap(makeRow));
  }));
  update();
}

function makeRow(control: Control): HTMLElement[] {
  const setting = makeSetting(control);
  settings.push(setting);
  return [setting.element, ...asides(control.id)];
}

/** A group with its name. What few need is closed until it is asked for. */
function makeGroup(group: string, rows: HTMLElement[]): HTMLElement {
  const id = `group-${group}`;
  const name = t(`group.${group}`);
  if (group === "advanced") {
    return make("details", { class: "group" }, make("summary", { id }, make("h3", {}, name)), make("div", { role: "group", "aria-labelledby": id }, ...rows));
  }
  return make("div", { class: "group", role: "group", "aria-labelledby": id }, make("h3", { id }, name), ...rows);
}

function update(): void {
  for (const setting of settings) updateSetting(setting);
  updateLinks();
}
