// One thing that the player can set, of the whole world or of one of its targets:
// its input, what it stands at, what it does and costs.

import { Kind, type Control } from "./engine";
import { icon, make, setAttributes, setText } from "./dom";
import * as format from "./format";
import { has, plural, t, type Args } from "./i18n";
import { infoButton } from "./openers";
import { canAct, clockAt, constant, emit, read, settingKey, state, world } from "./state";

type Input = HTMLInputElement | HTMLButtonElement;

/** A control on the page. */
export interface Setting {
  control: Control;
  key: string; // in state.pending, and behind "set:" in a frame
  element: HTMLElement;
  inputs: Input[]; // one, or one for each choice
  value: HTMLElement; // the value in words
  help: HTMLElement;
  note: HTMLElement; // when it takes effect, or what is left of it
  dragging: boolean;
}

/** What a control is called, with its target where it has one. */
export function settingLabel(id: string, target: string): string {
  const label = t(`control.${id}.label`);
  return target === "" ? label : t("control.of_target", { label, target });
}

/** A control's value in words. */
export function settingText(control: Control, value: number): string {
  const choice = control.choices?.[value];
  if (choice !== undefined) return t(`control.${control.id}.choice.${choice}`);
  const text = format.inUnit(control.unit, value);
  const key = `control.${control.id}.value`;
  return has(key) ? t(key, { n: text }) : text;
}

/** Makes the input of a control and what stands around it. */
export function makeSetting(control: Control, target = ""): Setting {
  const key = settingKey(control.id, target);
  const id = `control-${key.replace(":", "-")}`;
  const value = make("output", { class: "value", for: id });
  const help = make("p", { class: "help", id: `${id}-help` });
  const note = make("p", { class: "note", id: `${id}-note` });
  const described = { "aria-describedby": `${id}-help ${id}-note` };
  const shared = { "data-control": control.id, "data-target": target || undefined };
  const setting: Setting = { control, key, element: help, inputs: [], value, help, note, dragging: false };
  const label = settingLabel(control.id, target);
  const info = infoButton(`set:${control.id}`, label);
  setAttributes(info, { "data-target": target || undefined });
  switch (control.kind) {
    case Kind.button: {
      const button = make("button", { ...shared, ...described, id, type: "button", class: "wide" }, icon(control.id), make("span", {}, label));
      button.addEventListener("click", () => commit(setting, 1));
      setting.inputs = [button];
      setting.element = make("div", { class: "control button" }, make("div", { class: "line" }, button, info), help, note);
      break;
    }
    case Kind.switch: {
      const input = make("input", { ...shared, ...described, id, type: "checkbox", role: "switch" });
      input.addEventListener("change", () => commit(setting, input.checked ? 1 : 0));
      // The switch itself says whether it is on.
      setAttributes(value, { "aria-hidden": "true" });
      setting.inputs = [input];
      setting.element = make("div", { class: "control switch" },
        make("div", { class: "line" }, make("span", { class: "named" }, make("label", { class: "name", for: id }, label), info), value, input), help, note);
      break;
    }
    case Kind.choice: {
      const inputs = (control.choices ?? []).map((_, i) => make("input", { ...shared, type: "radio", name: id, value: i }));
      for (const [i, input] of inputs.entries()) input.addEventListener("change", () => commit(setting, i));
      setting.inputs = inputs;
      setting.element = make("fieldset", { ...described, class: "control choice" }, make("legend", { class: "name" }, label, " ", info),
        make("div", { class: "choices" }, ...inputs.map((input, i) => make("label", {}, input, make("span", {}, settingText(control, i))))), help, note);
      break;
    }
    default: {
      const input = make("input", { ...shared, ...described, id, type: "range", min: control.min, max: control.max, step: control.step });
      listenToSlider(setting, input);
      setting.inputs = [input];
      setting.element = make("div", { class: "control slider" },
        make("div", { class: "line" }, make("span", { class: "named" }, make("label", { class: "name", for: id }, label), info), value), input, help, note);
    }
  }
  return setting;
}

/**
 * A slider acts when it is let go, so that the steps that pass while it is
 * dragged do not each take a value on the way.
 */
function listenToSlider(setting: Setting, input: HTMLInputElement): void {
  let before = input.value;
  input.addEventListener("pointerdown", () => {
    setting.dragging = true;
    before = input.value;
  });
  input.addEventListener("pointerup", () => {
    if (!setting.dragging) return;
    setting.dragging = false;
    commit(setting, Number(input.value));
  });
  // The finger turned out to scroll the panel: nothing was meant.
  input.addEventListener("pointercancel", () => {
    setting.dragging = false;
    input.value = before;
    updateSetting(setting);
  });
  input.addEventListener("change", () => {
    setting.dragging = false;
    commit(setting, Number(input.value));
  });
  input.addEventListener("input", () => {
    if (setting.dragging) describe(setting, Number(input.value));
    else commit(setting, Number(input.value));
  });
}

/** Notes what the player set; setting it back to what is in force takes it off again. */
function commit({ control, key }: Setting, value: number): void {
  if (!canAct()) return;
  if (control.kind !== Kind.button && value === read(`set:${key}`)) state.pending.delete(key);
  else state.pending.set(key, value);
  emit("pending");
}

/** Shows what the control stands at, and what about it has not taken effect yet. */
export function updateSetting(setting: Setting): void {
  const { control, key, inputs, note } = setting;
  const acting = canAct();
  if (!setting.dragging) {
    const value = state.pending.get(key) ?? read(`set:${key}`);
    for (const [i, input] of inputs.entries()) {
      if (!(input instanceof HTMLInputElement)) continue;
      if (control.kind === Kind.slider) input.value = String(value);
      else input.checked = control.kind === Kind.choice ? i === value : value === 1;
    }
    describe(setting, value);
  }
  for (const input of inputs) input.disabled = !acting;
  const pending = state.pending.has(key);
  setting.element.classList.toggle("pending", pending);
  const left = read(`x:${control.id}_left`);
  if (pending) setText(note, t("control.pending", { time: format.clock(clockAt(state.last + 1)) }));
  else if (left > 0) setText(note, t(`control.${control.id}.running`, { minutes: format.minutes(left) }));
  else setText(note, "");
}

function describe({ control, inputs, value, help }: Setting, at: number): void {
  if (control.kind !== Kind.button) setText(value, settingText(control, at));
  const [input] = inputs;
  if (control.kind === Kind.slider && input) {
    input.style.setProperty("--share", String((at - control.min) / (control.max - control.min)));
    setAttributes(input, { "aria-valuetext": settingText(control, at) });
  }
  setText(help, helpText(control, at));
}

/** What a control costs and does, with the scenario's own constants. */
function helpText(control: Control, value: number): string {
  const choice = control.choices?.[value];
  // Two worlds may have a control of the same name that costs something else.
  const own = `control.${world()}.${control.id}.help`;
  const key = choice !== undefined ? `control.${control.id}.choice.${choice}.help` : has(own) ? own : `control.${control.id}.help`;
  return has(key) ? t(key, helpArgs(choice ?? control.id, value)) : "";
}

const share = (name: string) => format.percent(constant(name));
const seconds = (name: string) => format.inUnit("seconds", constant(name));

function helpArgs(id: string, value: number): Args {
  switch (id) {
    case "fleet_min":
      return { boot: format.minutes(constant("boot_minutes")), price: format.dollars(constant("dollars_per_instance_hour")) };
    case "cache_ttl":
      return { age: format.inUnit("seconds", value / 2) };
    case "warm_up":
      return { minutes: format.minutes(constant("warm_up_minutes")), load: format.inUnit("queries_per_second", constant("warm_up_per_second")) };
    case "shed":
      return { share: format.percent((constant("low_priority") * value) / 100) };
    case "heavy_feature": {
      const queries = constant("heavy_queries");
      return {
        time: format.latency(constant("heavy_seconds")),
        queries: plural("control.heavy_feature.query", queries, { n: format.upTo(queries, 1) }),
      };
    }
    case "rollback":
      return { minutes: format.minutes(constant("rollback_minutes")) };
    case "linear":
      return { from: share("slowdown_from"), full: share("slowdown_full"), drop: share("drop_from") };
    case "damped":
      return { window: seconds("window_seconds") };
    case "router":
      return { window: seconds("router_seconds"), delay: seconds("router_delay_seconds") };
    case "server":
      return { step: format.inUnit("seconds", state.shift?.scenario.stepSeconds ?? 0) };
    case "drain":
      return { share: share("drain_drop"), step: format.inUnit("seconds", state.shift?.scenario.stepSeconds ?? 0) };
    default:
      return {};
  }
}
