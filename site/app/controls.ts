// The controls panel, built from what the world says that a player can set.

import { Kind, type Control } from "./engine";
import { byId, icon, make, setAttributes, setText } from "./dom";
import * as format from "./format";
import { has, plural, t } from "./i18n";
import { canAct, clockAt, constant, emit, on, read, state } from "./state";

interface Row {
  control: Control;
  input: HTMLInputElement | HTMLButtonElement;
  value: HTMLElement; // the value in words
  help: HTMLElement;
  note: HTMLElement; // when it takes effect, or what is left of it
  dragging: boolean;
}

let rows: Row[] = [];

/** Makes the panel follow the shift. */
export function initControls(): void {
  on(["shift", "language"], build);
  on(["frame", "pending", "mode"], update);
}

function build(): void {
  const panel = byId("controls-list");
  const shift = state.shift;
  panel.replaceChildren();
  rows = [];
  if (!shift) return;
  const groups = new Map<string, HTMLElement>();
  for (const control of shift.controls) {
    let group = groups.get(control.group);
    if (!group) {
      const id = `group-${control.group}`;
      group = make("div", { class: "group", role: "group", "aria-labelledby": id },
        make("h3", { id }, t(`group.${control.group}`)));
      groups.set(control.group, group);
      panel.append(group);
    }
    const row = buildRow(control);
    rows.push(row.row);
    group.append(row.element);
  }
  update();
}

function buildRow(control: Control): { row: Row; element: HTMLElement } {
  const id = `control-${control.id}`;
  const value = make("output", { class: "value", for: id });
  const help = make("p", { class: "help", id: `${id}-help` });
  const note = make("p", { class: "note", id: `${id}-note` });
  const label = t(`control.${control.id}.label`);
  const shared = { id, "data-control": control.id, "aria-describedby": `${id}-help ${id}-note` };
  if (control.kind === Kind.button) {
    const button = make("button", { ...shared, type: "button", class: "wide" }, icon(control.id), make("span", {}, label));
    const row: Row = { control, input: button, value, help, note, dragging: false };
    button.addEventListener("click", () => commit(row, 1));
    return { row, element: make("div", { class: "control button" }, button, help, note) };
  }
  if (control.kind === Kind.switch) {
    const input = make("input", { ...shared, type: "checkbox", role: "switch" });
    const row: Row = { control, input, value, help, note, dragging: false };
    input.addEventListener("change", () => commit(row, input.checked ? 1 : 0));
    // The switch itself says whether it is on.
    setAttributes(value, { "aria-hidden": "true" });
    const line = make("label", { class: "line", for: id }, make("span", { class: "name" }, label), value, input);
    return { row, element: make("div", { class: "control switch" }, line, help, note) };
  }
  const input = make("input", { ...shared, type: "range", min: control.min, max: control.max, step: control.step });
  const row: Row = { control, input, value, help, note, dragging: false };
  listenToSlider(row, input);
  const line = make("div", { class: "line" }, make("label", { class: "name", for: id }, label), value);
  return { row, element: make("div", { class: "control slider" }, line, input, help, note) };
}

/**
 * A slider acts when it is let go, so that the minutes that pass while it is
 * dragged do not each take a value on the way.
 */
function listenToSlider(row: Row, input: HTMLInputElement): void {
  let before = input.value;
  input.addEventListener("pointerdown", () => {
    row.dragging = true;
    before = input.value;
  });
  const release = () => {
    if (!row.dragging) return;
    row.dragging = false;
    commit(row, Number(input.value));
  };
  input.addEventListener("pointerup", release);
  // The finger turned out to scroll the panel: nothing was meant.
  input.addEventListener("pointercancel", () => {
    row.dragging = false;
    input.value = before;
    update();
  });
  input.addEventListener("change", () => {
    row.dragging = false;
    commit(row, Number(input.value));
  });
  input.addEventListener("input", () => {
    if (row.dragging) describe(row, Number(input.value));
    else commit(row, Number(input.value));
  });
}

/** Notes what the player set; setting it back to what is in force takes it off again. */
function commit(row: Row, value: number): void {
  if (!canAct()) return;
  const { id, kind } = row.control;
  if (kind !== Kind.button && value === read(`set:${id}`)) state.pending.delete(id);
  else state.pending.set(id, value);
  emit("pending");
}

function update(): void {
  const acting = canAct();
  for (const row of rows) {
    const { control, input } = row;
    if (!row.dragging) {
      const value = state.pending.get(control.id) ?? read(`set:${control.id}`);
      if (control.kind === Kind.switch) (input as HTMLInputElement).checked = value === 1;
      else if (control.kind !== Kind.button) input.value = String(value);
      describe(row, value);
    }
    input.disabled = !acting;
    const pending = state.pending.has(control.id);
    input.closest(".control")?.classList.toggle("pending", pending);
    const left = read(`x:${control.id}_left`);
    if (pending) setText(row.note, t("control.pending", { time: format.clock(clockAt(state.last + 1)) }));
    else if (left > 0) setText(row.note, t(`control.${control.id}.running`, { minutes: format.minutes(left) }));
    else setText(row.note, "");
  }
}

function describe(row: Row, value: number): void {
  const { control } = row;
  if (control.kind !== Kind.button) setText(row.value, format.inUnit(control.unit, value));
  if (control.kind === Kind.slider) {
    const share = (value - control.min) / (control.max - control.min);
    row.input.style.setProperty("--share", String(share));
    setAttributes(row.input, { "aria-valuetext": format.inUnit(control.unit, value) });
  }
  setText(row.help, helpText(control.id, value));
}

/** What a control costs and does, with the scenario's own constants. */
function helpText(id: string, value: number): string {
  const key = `control.${id}.help`;
  switch (id) {
    case "fleet_min":
      return t(key, { boot: format.minutes(constant("boot_minutes")), price: format.dollars(constant("dollars_per_instance_hour")) });
    case "cache_ttl":
      return t(key, { age: format.inUnit("seconds", value / 2) });
    case "warm_up":
      return t(key, {
        minutes: format.minutes(constant("warm_up_minutes")),
        load: format.inUnit("queries_per_second", constant("warm_up_per_second")),
      });
    case "shed":
      return t(key, { share: format.percent((constant("low_priority") * value) / 100) });
    case "heavy_feature": {
      const queries = constant("heavy_queries");
      return t(key, {
        time: format.latency(constant("heavy_seconds")),
        queries: plural("control.heavy_feature.query", queries, { n: format.upTo(queries, 1) }),
      });
    }
    case "rollback":
      return t(key, { minutes: format.minutes(constant("rollback_minutes")) });
    default:
      return has(key) ? t(key) : "";
  }
}
