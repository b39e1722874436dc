// The rules of a runbook in words, and the field in which players write their own.

import * as engine from "./engine";
import type { Condition, Rulebook, RuleAction, Shift } from "./engine";
import { open } from "./debrief";
import { make, setAttributes, setText } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { readRunbook } from "./ownfiles";
import { readingKey, states, targetOf } from "./readings";
import { keepOwn, type Reference } from "./runbooks";
import { settingLabel, settingText } from "./setting";
import { controlById, state } from "./state";
import { keep, recall } from "./store";

/** What to begin with where no runbook ships. Files are in English in every language. */
const blank = `title: More instances when it gets busy
rules:
  - name: grow
    when: {reading: utilization, above: 0.8, for_minutes: 2}
    do:
      - {control: fleet_min, value: 16}
`;

/** The rules, closed until asked for, and the editor. */
export function ruleEditor(shift: Shift, rules: Reference | null): HTMLElement[] {
  const shown = rules ? [make("details", { class: "rulebook" }, make("summary", {}, titleOf(shift, rules)), make("ol", {}, ...rules.rules.rules.map(ruleText)))] : [];
  return [make("h4", {}, t("debrief.runbook")), ...shown, editor(shift, rules)];
}

/** A shipped runbook's title is one of the page's texts. */
function titleOf(shift: Shift, { own, rules }: Reference): string {
  if (own) return rules.title || t("lab.rules.own");
  return t(`runbook.${shift.scenario.id}`);
}

function ruleText(rule: Rulebook): HTMLElement {
  const lines = [halfText(rule.when, rule.after_minutes, rule.do, false)];
  if (rule.back) lines.push(halfText(rule.back.when, rule.back.after_minutes, rule.back.do, true));
  return make("li", {}, ...lines.map((line) => make("p", {}, line)), rule.repeat ? make("p", { class: "help" }, t("lab.rule.repeat")) : undefined);
}

/** "p99 above 500 ms for 3 min, 2 min later: Minimum instances 20". */
function halfText(when: Condition[] | undefined, after: number | undefined, actions: RuleAction[], back: boolean): string {
  const joined = (parts: string[]) => parts.join(t("lab.rule.and"));
  const conditions = when && when.length > 0 ? joined(when.map(conditionText)) : t(back ? "lab.rule.then" : "lab.rule.start");
  const delay = after ? t("lab.rule.after", { minutes: format.minutes(after) }) : "";
  return t(back ? "lab.rule.back" : "lab.rule", { conditions, delay, actions: joined(actions.map(actionText)) });
}

function conditionText({ reading, below, threshold, for_minutes: minutes }: Condition): string {
  const unit = [...(state.shift?.readings ?? []), ...(state.shift?.extras ?? [])].find(({ code }) => code === reading)?.unit ?? "";
  const [name, target] = [t(`${readingKey(reading)}.label`), targetOf(reading)];
  const side = Math.max(0, Math.ceil(below ? threshold - 1 : threshold));
  // Of what is on or off, or one of a few states, a threshold between says which.
  const word = unit === "flag" ? t(below ? "unit.off" : "unit.on") : reading.startsWith("state_") ? t(`link.state.${states[side] ?? "up"}`) : "";
  return t(word ? "lab.rule.is" : below ? "lab.rule.below" : "lab.rule.above", {
    reading: target ? t("control.of_target", { label: name, target }) : name, value: word || format.inUnit(unit, threshold),
    during: minutes ? t("lab.rule.for", { minutes: format.minutes(minutes) }) : "",
  });
}

function actionText({ control, target = "", value }: RuleAction): string {
  const found = controlById(control);
  if (!found || found.kind === engine.Kind.button) return settingLabel(control, target);
  return `${settingLabel(control, target)} ${settingText(found, value)}`;
}

const draftOf = (shift: Shift) => `runbook.${shift.scenario.id || "own"}`;

/** A field for rules in YAML, as they are written in files. */
function editor(shift: Shift, rules: Reference | null): HTMLElement {
  const key = draftOf(shift);
  const field = make("textarea", { id: "runbook-text", rows: 14, spellcheck: "false", autocapitalize: "off", autocomplete: "off", dir: "ltr", "aria-describedby": "runbook-help runbook-error" });
  field.value = recall(key) ?? (rules?.yaml ?? blank);
  field.addEventListener("input", () => keep(key, field.value));
  const wrong = make("p", { class: "wrong", id: "runbook-error", role: "alert" });
  const use = make("button", { type: "button", class: "primary", "data-lab": "use-rules" }, t("lab.rules.use"));
  const back = make("button", { type: "button", "data-lab": "shipped-rules", hidden: !rules?.own }, t("lab.rules.back"));
  use.addEventListener("click", () => void take(shift, field, wrong));
  back.addEventListener("click", () => {
    keepOwn(shift.scenario.id, null);
    open("luck");
  });
  return make("details", { class: "rulebook", open: rules?.own === true }, make("summary", {}, t("lab.rules.write")),
    make("p", { class: "help", id: "runbook-help" }, t("lab.rules.help")),
    make("label", { for: "runbook-text", class: "unseen" }, t("lab.rules.label")), field, wrong, make("div", { class: "waiting" }, use, back));
}

/** Checks the rules and lets them play, or says what is wrong with them, and where. */
async function take(shift: Shift, field: HTMLTextAreaElement, wrong: HTMLElement): Promise<void> {
  setText(wrong, "");
  setAttributes(field, { "aria-invalid": undefined });
  try {
    const target = shift.scenario.id ? { scenario: shift.scenario.id } : { own: engine.ownForm() };
    const answer = await readRunbook(field.value, target);
    if ("error" in answer) {
      setText(wrong, t("lab.rules.wrong", { line: format.number(answer.error.line), column: format.number(answer.error.column), message: answer.error.message }));
      setAttributes(field, { "aria-invalid": "true" });
      field.focus();
      select(field, answer.error.line);
      return;
    }
    keepOwn(shift.scenario.id, { rules: answer.runbook, yaml: field.value, own: true });
    open("luck");
  } catch (error) {
    setText(wrong, t("lab.failed", { reason: error instanceof Error ? error.message : String(error) }));
  }
}

/** Selects a line of the field. */
function select(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split("\n");
  const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  field.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
}
