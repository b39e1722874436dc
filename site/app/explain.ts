// The explanation of a reading or a control: its formula, the same with the
// numbers of the shown step, where it comes from and where it ends. Whatever has
// data-explain="<code>" opens it.

import * as engine from "./engine";
import { Kind, type Explanation, type ExplanationSymbol } from "./engine";
import { byId, make, setAttributes, setText } from "./dom";
import * as format from "./format";
import { modelPage, rich } from "./glossary";
import { has, loadLate, t } from "./i18n";
import { explainButton } from "./openers";
import { readingKey, readingText } from "./readings";
import { settingText } from "./setting";
import { clockAt, controlById, on, read, state, world } from "./state";
import { choose, chosenTab, oneAtATime } from "./tabs";

/** What is explained: a code, and the target where the reading has several. */
interface Subject { code: string; target: string }

let trail: Subject[] = []; // what was read before, and last what is shown
let opener: HTMLElement | null = null;
let tabBefore = "";
let built = ""; // what of the explanation does not change from step to step

/** Makes the panel open, close and follow the shown step. */
export function initExplain(): void {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-explain]") : null;
    if (button && button !== document.body) open(button);
  });
  // Before those who would close what lies under the panel.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || trail.length === 0 || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  }, { capture: true });
  on("shift", forget);
  on("frame", update);
  on("language", () => {
    built = "";
    update();
  });
  on("mode", () => {
    if (state.mode === "briefing" || state.mode === "error") forget();
  });
}

/** What a button asks for; the setting of one target is written set:<control>:<target>. */
function subjectOf({ dataset }: HTMLElement): Subject {
  const [set, control, target] = (dataset.explain ?? "").split(":");
  return target ? { code: `${set}:${control}`, target } : { code: dataset.explain ?? "", target: dataset.target ?? "" };
}

/** The column of a frame with the subject's value. What is called link_ has its total's name there. */
function columnOf({ code, target }: Subject): string {
  if (target === "") return code;
  return code.startsWith("set:") ? `${code}:${target}` : `${code.replace(/^link_/, "")}_${target}`;
}

function open(button: HTMLElement): void {
  const subject = subjectOf(button);
  const panel = byId("explain");
  if (panel.contains(button)) trail.push(subject);
  else if (opener === button && trail.length > 0) return close();
  else {
    if (trail.length === 0) tabBefore = chosenTab();
    trail = [subject];
    opener = button;
  }
  // Without its texts the panel says so, and asks again when it is opened again.
  void loadLate().then(() => show(update), () => show(sayMissing));
}

function show(fill: () => void): void {
  const subject = trail.at(-1);
  if (!subject) return;
  if (oneAtATime()) choose("readings");
  document.body.dataset.explain = subject.code;
  markOpener();
  const panel = byId("explain");
  panel.hidden = false;
  fill();
  panel.scrollTop = 0;
  byId("explain-title").focus({ preventScroll: true });
}

/** Closes the panel; the focus goes back to what opened it. */
function close(): void {
  const { code } = trail[0] ?? { code: "" };
  const from = opener;
  const tab = tabBefore;
  forget();
  if (oneAtATime()) choose(tab);
  // After a change of language the button is another one.
  const back = from?.isConnected ? from : document.querySelector<HTMLElement>(`#main [data-explain="${CSS.escape(code)}"]`);
  back?.focus();
}

function forget(): void {
  trail = [];
  built = "";
  delete document.body.dataset.explain;
  const panel = byId("explain");
  panel.hidden = true;
  panel.replaceChildren();
  markOpener();
  opener = null;
}

function markOpener(): void {
  for (const other of document.querySelectorAll("[aria-controls=explain]")) setAttributes(other, { "aria-expanded": undefined, "aria-controls": undefined });
  if (opener && trail.length > 0) setAttributes(opener, { "aria-expanded": "true", "aria-controls": "explain" });
}

function back(): void {
  trail.pop();
  show(update);
}

/** Shows the shown step's numbers. */
function update(): void {
  const subject = trail.at(-1);
  if (!subject || document.body.dataset.explain !== subject.code || !state.shift) return;
  const explanation = engine.explain({ ...subject, step: state.step, digits: format.digits(), decimal: format.decimalSign() });
  const lasting = JSON.stringify([subject, trail.length, explanation.steps.map((s) => s.formula), explanation.limits, explanation.symbols.map((s) => [s.symbol, s.label])]);
  if (lasting !== built) {
    build(explanation);
    built = lasting;
  }
  const panel = byId("explain");
  setText(byId("explain-now"), valueOf(subject, explanation));
  setText(byId("explain-time"), t("explain.part.at", { time: format.clock(clockAt(state.step)) }));
  const lines = panel.querySelectorAll(".values");
  explanation.steps.forEach((step, i) => lines[i]?.replaceChildren(...math(step.values)));
  setAttributes(panel, { "data-result": explanation.steps.length > 0 && !explanation.secret && String(explanation.result) });
  const cells = panel.querySelectorAll(".letters .value");
  explanation.symbols.forEach((symbol, i) => {
    if (cells[i]) setText(cells[i], withUnit(symbol));
  });
}

/** The reading as the page shows it everywhere; a control as it is set. */
function valueOf(subject: Subject, { result, secret }: Explanation): string {
  if (secret) return "";
  const column = columnOf(subject);
  const control = subject.code.startsWith("set:") ? controlById(subject.code.slice(4)) : undefined;
  const value = read(column);
  if (control) return control.kind === Kind.button ? "" : settingText(control, value);
  return Number.isNaN(value) ? format.upTo(result, 4) : readingText(column, value);
}

function build(explanation: Explanation): void {
  const { code, target, steps, symbols, limits, sources, related } = explanation;
  const name = target === "" ? t(explanation.label) : t("control.of_target", { label: t(explanation.label), target });
  const panel = byId("explain");
  setAttributes(panel, { "aria-label": t("command.explain", { label: name }) });
  panel.replaceChildren(
    head(name),
    make("p", { class: "now" }, make("strong", { id: "explain-now" }), " ", make("span", { id: "explain-time" }),
      ...(explanation.assumption ? [make("span", { class: "badge" }, t("explain.part.assumption"))] : [])),
    make("p", { class: "about" }, ...rich(explanation.what)),
    ...section(steps.length > 0, "explain.part.formula", () => make("div", { class: "steps" }, ...steps.map(stepLines))),
    ...(symbols.length > 0 ? [symbolTable(symbols, target)] : []),
    ...(explanation.assumption ? [make("p", { class: "assumed" }, t("explain.part.assumption.text"))] : []),
    ...section(limits.length > 0, "explain.part.limits", () => make("ul", {}, ...limits.map((key) => make("li", {}, ...rich(key))))),
    ...section(related.length > 0, "explain.part.related", () => make("p", { class: "related" }, ...related.map((other) => linkTo(other, target, nameOf(other))))),
    ...section(sources.length > 0, "explain.part.sources", () => make("ul", { class: "sources", dir: "ltr", lang: "en" }, ...sources.map((text) => make("li", {}, text)))),
    make("p", { class: "end" }, make("a", { href: modelPage(anchorOf(code)), target: "_blank" }, t("explain.part.model"))),
  );
}

function sayMissing(): void {
  built = "";
  byId("explain").replaceChildren(head(t("region.explain")), make("p", {}, t("error.explain")));
}

/** The panel's name, the way back, and the button that closes it. */
function head(name: string): HTMLElement {
  const shut = make("button", { type: "button", class: "quiet", "aria-label": t("command.close"), title: t("command.close") }, "✕");
  shut.addEventListener("click", close);
  return make("div", { class: "head" }, ...(trail.length > 1 ? [backButton()] : []), make("h2", { id: "explain-title", tabindex: -1 }, name), shut);
}

function backButton(): HTMLElement {
  const button = make("button", { type: "button", class: "quiet back", "aria-label": t("command.back"), title: t("command.back") }, "‹");
  button.addEventListener("click", back);
  return button;
}

function part(key: string, ...children: Node[]): HTMLElement {
  return make("section", {}, make("h3", {}, t(key)), ...children);
}

function section(wanted: boolean, key: string, content: () => Node): Node[] {
  return wanted ? [part(key, content())] : [];
}

/** One line with symbols, and under it the same with numbers. */
function stepLines(step: Explanation["steps"][number]): HTMLElement {
  return make("div", { class: step.result ? "step result" : "step" },
    make("div", { class: "math formula" }, ...math(step.formula)), make("div", { class: "math values" }));
}

function symbolTable(symbols: ExplanationSymbol[], target: string): HTMLElement {
  const rows = symbols.map((symbol) => {
    const name = t(symbol.label);
    return make("tr", {},
      make("td", { class: "symbol" }, ...math(symbol.symbol)),
      make("th", { scope: "row" }, linkTo(symbol.code, target, name),
        ...(symbol.assumption ? [make("span", { class: "badge" }, t("explain.part.assumption"))] : [])),
      make("td", { class: "value" }));
  });
  return make("table", { class: "letters", "aria-label": t("explain.part.symbols") }, make("tbody", {}, ...rows));
}

/** The name of something that has an explanation of its own; of the same target, where it is one of a target. */
function linkTo(code: string, target: string, name: string): Node | string {
  if (!engine.explained().includes(code)) return name;
  const button = explainButton(code, name);
  if (target !== "" && !Number.isNaN(read(columnOf({ code, target })))) button.dataset.target = target;
  return button;
}

function withUnit(symbol: ExplanationSymbol): string {
  const key = `unit.${symbol.unit}`;
  return has(key) ? t(key, { n: symbol.value }) : symbol.value;
}

/** The name of what a code stands for. */
function nameOf(code: string): string {
  return t(`${code.startsWith("set:") ? `control.${code.slice(4)}` : readingKey(code)}.label`);
}

/** Where the model page explains it. */
function anchorOf(code: string): string {
  return world() === "service" ? code : `${world()}-${code}`;
}

/** MathML text as elements. It is parsed as XML, so nothing in it can run. */
function math(text: string): Node[] {
  if (text === "") return [];
  const root = new DOMParser().parseFromString(text, "application/xml").documentElement;
  return [document.importNode(root, true)];
}
