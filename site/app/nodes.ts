// The parts of the picture as targets: whoever points at one, or tabs to it, gets
// its numbers and what they mean.

import type { SceneLabel, SceneLayout, SceneNode } from "./engine";
import { byId, make } from "./dom";
import { rightToLeft, t } from "./i18n";
import { markOpen, nodeName, toggle } from "./nodecard";
import { state } from "./state";

/** Around a part and its label, px. */
const room = 4;

/** What a finger hits for sure, px. */
const targetPx = 44;

/** What a target is for: one part, or several links that are too thin for a finger each. */
interface Target { id: string; name: string; area: Area; parts: SceneNode[] }

interface Area { left: number; right: number; top: number; bottom: number }

/** Lays a target over every part; the label of a part belongs to it. */
export function placeNodes(layout: SceneLayout): void {
  const buttons = targetsOf(layout).map(({ id, name, area, parts }) => {
    const button = make("button", {
      type: "button", class: "node", "data-node": id, "data-parts": parts.map((part) => part.id).join(" "),
      "aria-expanded": "false", "aria-controls": "node-card", "aria-label": t("node.open", { name }),
    });
    const thin = parts.length === 1 && id.startsWith("link:");
    position(button, area, layout, thin ? 0 : targetPx, thin ? 0 : room);
    button.addEventListener("click", (event) => {
      const part = nearest(parts, event);
      // The card comes to the other side.
      if (part) toggle(part.id, (part.x + part.w / 2 > layout.width / 2) !== rightToLeft() ? "start" : "end");
    });
    return button;
  });
  byId("nodes").replaceChildren(...buttons);
  markOpen();
}

/** The targets of a layout: one for each part, but under a finger one for all thin links of a site. */
function targetsOf(layout: SceneLayout): Target[] {
  const mouse = matchMedia("(hover: hover) and (pointer: fine)").matches;
  const targets: Target[] = [];
  for (const node of layout.nodes) {
    const label = layout.labels.find((l) => l.id === node.id);
    const area = node.id.includes(":") ? lineArea(node, label) : partArea(node, label);
    const site = state.shift?.scenario.links?.find((link) => `link:${link.id}` === node.id)?.site;
    const last = targets.at(-1);
    if (site === undefined || mouse || node.h >= targetPx) {
      targets.push({ id: node.id, name: nodeName(node.id), area, parts: [node] });
    } else if (last?.id === `links:${site}`) {
      last.parts.push(node);
      last.area = around(last.area, area);
    } else {
      targets.push({ id: `links:${site}`, name: t("node.links.name", { id: site }), area, parts: [node] });
    }
  }
  return targets;
}

function around(a: Area, b: Area): Area {
  return { left: Math.min(a.left, b.left), right: Math.max(a.right, b.right), top: Math.min(a.top, b.top), bottom: Math.max(a.bottom, b.bottom) };
}

/** The part at the height at which a target was pressed, or its first one. */
function nearest(parts: SceneNode[], event: MouseEvent): SceneNode | undefined {
  const y = event.detail > 0 ? event.clientY - byId("nodes").getBoundingClientRect().top : -Infinity;
  const far = (node: SceneNode) => Math.abs(node.y + node.h / 2 - y) - node.h / 2;
  return parts.reduce<SceneNode | undefined>((a, b) => (a && far(a) <= far(b) ? a : b), undefined);
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
  const area = { left: node.x, right: node.x + node.w, top: node.y, bottom: node.y + node.h };
  return label ? around(area, { ...area, left: label.left, right: label.left + label.maxWidth }) : area;
}

/** Puts a target over an area, with some room around it, and of a least size. */
function position(button: HTMLElement, { left, right, top, bottom }: Area, layout: SceneLayout, least: number, margin: number): void {
  const width = Math.max(least, right - left + 2 * margin);
  const height = Math.max(least, bottom - top + 2 * margin);
  const inside = (at: number, size: number, whole: number) => `${Math.max(0, Math.min(at, whole - size))}px`;
  Object.assign(button.style, {
    left: inside((left + right - width) / 2, width, layout.width), top: inside((top + bottom - height) / 2, height, layout.height),
    width: `${width}px`, height: `${height}px`,
  });
}
