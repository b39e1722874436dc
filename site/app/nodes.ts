// The parts of the picture as targets: whoever points at one, or tabs to it, gets
// its numbers and what they mean.

import type { SceneLayout } from "./engine";
import { byId, make, setAttributes } from "./dom";
import { t } from "./i18n";
import { showReading } from "./readings";
import { on } from "./state";

/** The readings that belong to a part. */
const readings: Record<string, string[]> = {
  users: ["requests"],
  balancer: ["admitted", "shed"],
  fleet: ["serving", "booting", "utilization", "wait_probability", "service_time", "p99", "bad", "heavy"],
  cache: ["hit", "warm", "age"],
  database: ["db", "query_time"],
  budget: ["budget", "burn_1h", "burn", "error"],
};

/** Around a part and its label, px. */
const room = 4;

/** What a finger hits for sure, px. */
const targetPx = 44;

let opened = "";

export function initNodes(): void {
  on("frame", update);
  on(["shift", "language"], close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
}

/** Lays a target over every part; the label of a part belongs to it. */
export function placeNodes(layout: SceneLayout): void {
  const targets = layout.nodes.map((node) => {
    const label = layout.labels.find((l) => l.id === node.id);
    const [left, right] = [node.x, node.x + node.w];
    let [top, bottom] = [node.y, node.y + node.h];
    // A label over or under its part makes the target larger; one beside it does not.
    if (label && label.left < right && label.left + label.maxWidth > left) {
      top = Math.min(top, label.y);
      bottom = Math.max(bottom, label.y + label.lines * 19);
    }
    const button = make("button", {
      type: "button", class: "node", "data-node": node.id, "aria-expanded": "false", "aria-controls": "node-card",
      "aria-label": t("node.open", { name: t(`node.${node.id}.name`) }),
    });
    const width = Math.max(targetPx, right - left + 2 * room);
    const height = Math.max(targetPx, bottom - top + 2 * room);
    const inside = (at: number, size: number, whole: number) => `${Math.max(0, Math.min(at, whole - size))}px`;
    Object.assign(button.style, {
      left: inside((left + right - width) / 2, width, layout.width), top: inside((top + bottom - height) / 2, height, layout.height),
      width: `${width}px`, height: `${height}px`,
    });
    button.addEventListener("click", () => {
      if (opened === node.id) close();
      else open(node.id, node.x + node.w / 2 > layout.width / 2);
    });
    return button;
  });
  byId("nodes").replaceChildren(...targets);
  markOpen();
}

function open(id: string, atRight: boolean): void {
  opened = id;
  const rtl = document.documentElement.dir === "rtl";
  const shut = make("button", { type: "button", class: "quiet", "aria-label": t("command.close") }, "✕");
  shut.addEventListener("click", () => {
    close();
    document.querySelector<HTMLElement>(`.node[data-node="${id}"]`)?.focus();
  });
  const rows = (readings[id] ?? []).map((code) => make("div", { class: "reading", title: t(`reading.${code}.help`) },
    make("dt", {}, t(`reading.${code}.label`)), make("dd", { "data-node-reading": code })));
  const name = t(`node.${id}.name`);
  const card = byId("node-card");
  setAttributes(card, { "aria-label": name, "data-side": atRight !== rtl ? "start" : "end" });
  card.replaceChildren(make("div", { class: "head" }, make("h3", {}, name), shut), make("p", {}, t(`node.${id}.text`)), make("dl", {}, ...rows));
  card.hidden = false;
  markOpen();
  update();
}

function close(): void {
  opened = "";
  byId("node-card").hidden = true;
  markOpen();
}

function markOpen(): void {
  for (const button of document.querySelectorAll<HTMLElement>(".node")) {
    setAttributes(button, { "aria-expanded": String(button.dataset.node === opened) });
  }
}

function update(): void {
  if (!opened) return;
  for (const element of document.querySelectorAll<HTMLElement>("[data-node-reading]")) showReading(element, element.dataset.nodeReading ?? "");
}
