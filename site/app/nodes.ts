// The parts of the picture as targets: whoever points at one, or tabs to it, gets
// its numbers and what they mean.

import type { SceneLabel, SceneLayout, SceneNode } from "./engine";
import { byId, make } from "./dom";
import { rightToLeft, t } from "./i18n";
import { markOpen, nodeName, toggle } from "./nodecard";

/** Around a part and its label, px. */
const room = 4;

/** What a finger hits for sure, px. */
const targetPx = 44;

interface Area { left: number; right: number; top: number; bottom: number }

/** Lays a target over every part; the label of a part belongs to it. */
export function placeNodes(layout: SceneLayout): void {
  const targets = layout.nodes.map((node) => {
    const button = make("button", {
      type: "button", class: "node", "data-node": node.id, "aria-expanded": "false", "aria-controls": "node-card",
      "aria-label": t("node.open", { name: nodeName(node.id) }),
    });
    const label = layout.labels.find((l) => l.id === node.id);
    const area = node.id.includes(":") ? lineArea(node, label) : partArea(node, label);
    position(button, area, layout, node.id.startsWith("link:"));
    button.addEventListener("click", (event) => {
      const { id, x, w } = event.detail > 0 ? nearest(layout, node, event.clientY) : node;
      // The card comes to the other side.
      toggle(id, (x + w / 2 > layout.width / 2) !== rightToLeft() ? "start" : "end");
    });
    return button;
  });
  byId("nodes").replaceChildren(...targets);
  markOpen();
}

/** A label over or under its part makes the target larger; one beside it does not. */
function partArea(node: SceneNode, label: SceneLabel | undefined): Area {
  const area = { left: node.x, right: node.x + node.w, top: node.y, bottom: node.y + node.h };
  if (label && label.left < area.right && label.left + label.maxWidth > area.left) {
    area.top = Math.min(area.top, label.y);
    area.bottom = Math.max(area.bottom, label.y + label.lines * 19);
  }
  return area;
}

/** Links and sites stand in lines with their labels. */
function lineArea(node: SceneNode, label: SceneLabel | undefined): Area {
  const area = partArea(node, undefined);
  if (label) {
    area.left = Math.min(area.left, label.left);
    area.right = Math.max(area.right, label.left + label.maxWidth);
  }
  return area;
}

/** Puts a target over an area, at least as large as a finger; a link's under a mouse is as high as its line. */
function position(button: HTMLElement, { left, right, top, bottom }: Area, layout: SceneLayout, link: boolean): void {
  const least = link && matchMedia("(hover: hover) and (pointer: fine)").matches ? 0 : targetPx;
  const around = link ? 0 : room;
  const width = Math.max(least, right - left + 2 * around);
  const height = Math.max(least, bottom - top + 2 * around);
  const inside = (at: number, size: number, whole: number) => Math.max(0, Math.min(at, whole - size));
  const [x, y] = [inside((left + right - width) / 2, width, layout.width), inside((top + bottom - height) / 2, height, layout.height)];
  Object.assign(button.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  if (!link) return;
  // Targets of thin links overlap: what is drawn around one is its line.
  button.classList.add("line");
  button.style.setProperty("--over", `${top - y}px`);
  button.style.setProperty("--under", `${y + height - bottom}px`);
}

/** The link at the height at which one was pressed. */
function nearest(layout: SceneLayout, pressed: SceneNode, clientY: number): SceneNode {
  if (!pressed.id.startsWith("link:")) return pressed;
  const y = clientY - byId("nodes").getBoundingClientRect().top;
  const far = (node: SceneNode) => Math.abs(node.y + node.h / 2 - y) - node.h / 2;
  return layout.nodes.filter((node) => node.id.startsWith("link:")).reduce((a, b) => (far(b) < far(a) ? b : a), pressed);
}
