// The briefing: which shifts there are, what the chosen one is about, its seed.

import type { Scenario } from "./engine";
import { byId, make, setAttributes, setText } from "./dom";
import * as format from "./format";
import { richLines } from "./glossary";
import { currentLanguage, has, t } from "./i18n";
import { on, state } from "./state";
import { again, openScenario, parseSeed, randomSeed } from "./session";

/** Builds the list of shifts; what cannot be opened is told to the callback. */
export function initLobby(refused: (error: unknown) => void): void {
  const attempt = (action: () => void) => {
    try {
      action();
    } catch (error) {
      refused(error);
    }
  };
  const seed = byId<HTMLInputElement>("seed-field");
  seed.addEventListener("change", () => attempt(() => again(seed.value.trim() === "" ? randomSeed() : parseSeed(seed.value))));
  byId("random").addEventListener("click", () => attempt(() => again(randomSeed())));
  byId("scenarios").addEventListener("change", (event) => {
    const id = (event.target as HTMLInputElement).value;
    attempt(() => openScenario(id, state.shift?.seed ?? randomSeed()));
  });
  on("language", () => {
    listed = [];
  });
  on(["shift", "mode"], update);
}

/** The title of a scenario: the locale's, or its own where it came from a file. */
export function titleOf(scenario: Pick<Scenario, "id" | "title">): string {
  const key = `scenario.${scenario.id}.title`;
  return has(key) ? t(key) : scenario.title || t("lobby.own");
}

/** The paragraphs of a scenario's briefing; its own where it came from a file. */
function briefingOf(scenario: Scenario): HTMLElement[] {
  const key = `scenario.${scenario.id}.briefing`;
  return has(key) ? richLines(key) : (scenario.briefing || t("lobby.own.briefing")).split("\n").map((line) => make("p", {}, line));
}

function hours(scenario: Scenario): string {
  const length = (scenario.steps * scenario.stepSeconds) / 60;
  return t("lobby.hours", {
    from: format.clock(scenario.clockMinutes), to: format.clock(scenario.clockMinutes + length), minutes: format.minutes(length),
  });
}

function item(scenario: Scenario): HTMLElement {
  const line = `scenario.${scenario.id}.line`;
  return make("label", { class: "scenario" }, make("input", { type: "radio", name: "scenario", value: scenario.id }),
    make("span", { class: "name" }, titleOf(scenario)),
    make("span", { class: "help" }, has(line) ? t(line) : ""));
}

/** What opens the form of a service of one's own. */
function ownItem(): HTMLElement {
  return make("button", { type: "button", class: "scenario", id: "own-entry", "data-command": "own" },
    make("span", { class: "name" }, t("lobby.own")), make("span", { class: "help" }, t("lobby.own.line")));
}

let listed: Scenario[] = [];

function update(): void {
  if (state.mode !== "briefing" && state.mode !== "loading") return;
  if (listed !== state.scenarios) list();
  const scenario = state.shift?.scenario;
  if (!scenario || !state.shift) return;
  for (const input of document.querySelectorAll<HTMLInputElement>("#scenarios input")) input.checked = input.value === scenario.id;
  const own = scenario.id === "" && scenario.world === "service";
  setAttributes(byId("own-entry"), { "aria-current": own && "true" });
  byId("own-edit").hidden = !own;
  setText(byId("briefing-title"), titleOf(scenario));
  setText(byId("briefing-hours"), hours(scenario));
  const shown = `${currentLanguage()} ${scenario.id} ${scenario.briefing}`;
  const text = byId("briefing-text");
  if (text.dataset.shown !== shown) text.replaceChildren(...briefingOf(scenario));
  text.dataset.shown = shown;
  byId<HTMLInputElement>("seed-field").value = String(state.shift.seed);
}

function list(): void {
  listed = state.scenarios;
  const worlds = [...new Set(listed.map((scenario) => scenario.world))];
  const panel = byId("scenarios");
  panel.replaceChildren(make("legend", { class: "unseen" }, t("lobby.scenarios")), ...worlds.map((world) =>
    make("fieldset", {}, make("legend", {}, t(`world.${world}`)), ...listed.filter((scenario) => scenario.world === world).map(item),
      world === "service" ? ownItem() : undefined)));
  setAttributes(panel, { disabled: false });
}
