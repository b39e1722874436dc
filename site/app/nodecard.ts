// The card of a part of the picture: its numbers, and what they mean.

import { byId, make, setAttributes, setText } from "./dom";
import { rich } from "./glossary";
import { t } from "./i18n";
import { openLink } from "./links";
import { explainButton } from "./openers";
import { budgetText, readingKey, showReading } from "./readings";
import { canAct, on, state } from "./state";

/** The readings that belong to a part; those of a link without the link. */
const readings: Record<string, string[]> = {
  users: ["requests"],
  balancer: ["admitted", "shed"],
  fleet: ["serving", "booting", "utilization", "wait_probability", "service_time", "p99", "bad", "heavy"],
  cache: ["hit", "warm", "age"],
  database: ["db", "query_time"],
  budget: ["budget", "burn_1h", "burn", "error"],
  audience: ["sessions", "arrivals", "refused", "given_up", "moves", "rebuffering"],
  link: ["measured", "age", "slowdown", "drop", "oscillation", "sessions", "state"],
};

let opened = "";
let side: "start" | "end" = "end";

export function initNodeCard(): void {
  on("frame", update);
  on(["shift", "language"], close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
}

/** A part's id as its kind and, of links and sites, which one it is: "link:s01-a". */
function partsOf(id: string): { kind: string; target: string } {
  const [kind = "", target = ""] = id.split(":");
  return { kind, target };
}

/** What a part is called. */
export function nodeName(id: string): string {
  const { kind, target } = partsOf(id);
  return t(`node.${kind}.name`, { id: target });
}

/** Opens a part's card at one side of the stage, or closes it where it is open. */
export function toggle(id: string, at: "start" | "end"): void {
  if (opened === id) {
    close();
    return;
  }
  side = at;
  open(id);
}

function open(id: string): void {
  opened = id;
  const { kind, target } = partsOf(id);
  const shut = make("button", { type: "button", class: "quiet", "aria-label": t("command.close") }, "✕");
  shut.addEventListener("click", () => {
    close();
    document.querySelector<HTMLElement>(`.node[data-parts~="${CSS.escape(id)}"]`)?.focus();
  });
  const card = byId("node-card");
  setAttributes(card, { "aria-label": nodeName(id), "data-side": side });
  card.replaceChildren(
    make("div", { class: "head" }, make("h3", {}, nodeName(id)), ...(kind === "link" ? turns(target) : []), shut),
    make("p", {}, ...rich(`node.${kind}.text`)), make("dl", {}, ...rowsOf(kind, target)),
    kind === "budget" ? make("p", { id: "node-budget" }) : "", kind === "link" && canAct() ? opener(target) : "");
  card.hidden = false;
  markOpen();
  update();
}

/** The rows of a part's numbers; those of a site are its links'. */
function rowsOf(kind: string, target: string): HTMLElement[] {
  if (kind === "site") {
    const links = state.shift?.scenario.links?.filter((link) => link.site === target) ?? [];
    return links.map((link) => row(`measured_${link.id}`, link.id, explained("measured", link.id, link.id)));
  }
  const codes = readings[kind] ?? [];
  if (kind !== "link") return codes.map((code) => row(code, t(`${readingKey(code)}.help`), explained(code, "", t(`${readingKey(code)}.label`))));
  return codes.map((code) => {
    // The total of the same code has an explanation of its own.
    const own = code === "sessions" ? "link_sessions" : code;
    return row(`${code}_${target}`, t(`${readingKey(own)}.help`), explained(own, target, t(`${readingKey(own)}.label`)));
  });
}

function row(code: string, help: string, name: HTMLElement): HTMLElement {
  return make("div", { class: "reading", title: help }, make("dt", {}, name), make("dd", { "data-node-reading": code }));
}

function explained(code: string, target: string, label: string): HTMLElement {
  const button = explainButton(code, label);
  setAttributes(button, { "data-target": target || undefined });
  return button;
}

/** Buttons to the links before and after one. */
function turns(link: string): HTMLElement[] {
  const links = state.shift?.scenario.links ?? [];
  const at = links.findIndex((l) => l.id === link);
  return ([["previous", -1], ["next", 1]] as const).map(([name, by]) => {
    const to = links[(at + by + links.length) % links.length]?.id ?? link;
    const label = t(`node.link.${name}`, { id: to });
    const button = make("button", { type: "button", class: "quiet turn", "data-turn": name, "aria-label": label, title: label }, by < 0 ? "↑" : "↓");
    button.addEventListener("click", () => {
      open(`link:${to}`);
      document.querySelector<HTMLElement>(`#node-card [data-turn="${name}"]`)?.focus();
    });
    return button;
  });
}

/** A button to what can be set for a link. */
function opener(link: string): HTMLElement {
  const button = make("button", { type: "button" }, t("node.link.controls"));
  button.addEventListener("click", () => {
    close();
    openLink(link);
  });
  return button;
}

function close(): void {
  opened = "";
  byId("node-card").hidden = true;
  markOpen();
}

/** Tells on the targets which of them has its card open. */
export function markOpen(): void {
  for (const button of document.querySelectorAll<HTMLElement>(".node")) {
    setAttributes(button, { "aria-expanded": String(button.dataset.parts?.split(" ").includes(opened)) });
  }
}

function update(): void {
  if (!opened) return;
  for (const element of document.querySelectorAll<HTMLElement>("[data-node-reading]")) showReading(element, element.dataset.nodeReading ?? "");
  if (opened === "budget") setText(byId("node-budget"), budgetText());
}
