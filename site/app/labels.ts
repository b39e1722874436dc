// The words of the picture: HTML over the canvas at the places that the scene's
// layout names. They need no WebGL.

import * as engine from "./engine";
import { byId, make, setText } from "./dom";
import * as format from "./format";
import { rightToLeft, t } from "./i18n";
import { placeNodes } from "./nodes";
import { stateOf } from "./readings";
import { capacityOf, constant, on, read, state, truth } from "./state";

interface Label { strong: HTMLElement; muted: HTMLElement; short: boolean; narrow: boolean }

/** A line of a label: what it says, the best first; what has the room is shown. */
type Line = string[];

/** Labels with less room than this get fewer words, px. */
const shortPx = 108;

/** In less than this a number of six digits and a word do not stand in one line, px. */
const narrowPx = 144;

let labels = new Map<string, Label>();

/** Makes the labels follow the stage's size and the shown step. */
export function initLabels(): void {
  on(["shift", "language"], place);
  on(["frame", "mode"], update);
}

/** Lays the labels out anew, for another size, direction or shift. */
export function place(): void {
  const area = byId("stage-area");
  const panel = byId("labels");
  if (!state.shift || area.clientWidth === 0) return;
  const layout = engine.layout(area.clientWidth, area.clientHeight, rightToLeft(),
    document.body.dataset.embed !== undefined, constant("fleet_max"));
  labels = new Map();
  const elements = layout.labels.map((place) => {
    const label = { strong: make("strong"), muted: make("span"), short: layout.upright || place.maxWidth < shortPx, narrow: place.maxWidth < narrowPx };
    labels.set(place.id, label);
    const element = make("div", { class: "label", "data-node": place.id, "data-align": place.align, "data-lines": place.lines, "data-small": place.small },
      label.strong, label.muted);
    element.style.left = `${place.left}px`;
    element.style.top = `${place.y}px`;
    element.style.width = `${place.maxWidth}px`;
    return element;
  });
  panel.replaceChildren(...elements);
  placeNodes(layout);
  update();
}

function update(): void {
  for (const [id, label] of labels) {
    const [kind = "", target = ""] = id.split(":");
    const [strong, muted] = target === "" ? texts(id, label) : kind === "link" ? linkTexts(target, label.short) : siteTexts(target);
    fit(label.strong, strong);
    fit(label.muted, muted);
  }
}

/** How wide an element's words are, the part included that is cut off. To the fraction, by which they can be. */
function widthOf(element: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}

/** Shows the first text that has the room, or the last one in smaller letters. */
function fit(element: HTMLElement, line: Line): void {
  const wanted = line.join("\n");
  if (element.dataset.wanted === wanted) return;
  element.dataset.wanted = wanted;
  delete element.dataset.tight;
  for (const text of line) {
    setText(element, text);
    if (widthOf(element) <= element.getBoundingClientRect().width) return;
  }
  element.dataset.tight = "";
}

function texts(id: string, { short, narrow }: Label): [Line, Line] {
  switch (id) {
    case "users": {
      // Without a label of its own, the balancer's news stands with the users.
      const shed = t("node.balancer.value", { shed: format.percent(read("shed")) });
      const name = labels.has("balancer") || read("shed") === 0 ? t("node.users") : shed;
      return [[t("node.users.value", { requests: format.perSecond(read("requests")) })], [name]];
    }
    case "balancer":
      return [[t("node.balancer.value", { shed: format.percent(read("shed")) })], [t("node.balancer")]];
    case "fleet": {
      const args = { serving: format.number(read("serving")), booting: format.number(read("booting")) };
      const value = read("booting") === 0 ? [t("node.fleet.value", args)]
        : lines(short, t("node.fleet.booting", args), t("node.fleet.booting.short", args));
      return [value, [t("node.fleet", { utilization: format.percent(read("utilization")) })]];
    }
    case "cache": {
      const args = { warm: format.percent(read("warm")) };
      return [[t("node.cache.value", { hit: format.percent(read("hit")) })], lines(short, t("node.cache", args), t("node.cache.short", args))];
    }
    case "database": {
      const args = { query: format.latency(read("query_time")) };
      return [[t("node.database.value", { db: format.percent(read("db")) })], lines(short, t("node.database", args), t("node.database.short", args))];
    }
    case "budget":
      return [[t("node.budget.value", { budget: format.percent(read("budget"), 1) })], [t("node.budget")]];
    case "audience": {
      const refused = read("refused") > 0 ? t("node.audience.refused", { n: format.count(read("refused")) }) : "";
      const sessions = format.count(read("sessions"));
      if (narrow) return [[sessions], [refused || t("node.audience.short")]];
      return [[t("node.audience.value", { n: sessions }), sessions], [refused || t("node.audience")]];
    }
    default:
      return [[""], [""]];
  }
}

/** The long text and the short one, or the short one only. */
function lines(short: boolean, long: string, brief: string): Line {
  return short ? [brief] : [long, brief];
}

/** In play a link's load is what the balancer knows of it; afterwards it is the true one. */
function linkTexts(link: string, short: boolean): [Line, Line] {
  const measured = format.percent(read(`measured_${link}`));
  const load = truth() ? format.percent(read(`load_${link}`)) : measured;
  const now = stateOf(link);
  const strong = [t("node.link.value", { id: link, load: now === "down" ? t(`link.state.${now}`) : load })];
  if (now === "draining") return [strong, [t(`link.state.${now}`)]];
  if (truth()) return [strong, [t("node.link.measured", { load: measured })]];
  return [strong, lines(short, t("node.link", { n: format.count(read(`sessions_${link}`)) }), format.bits(capacityOf(link)))];
}

/** What a site's links carry, as far as it is known. */
function siteTexts(site: string): [Line, Line] {
  const known = truth() ? "load" : "measured";
  const links = state.shift?.scenario.links?.filter((link) => link.site === site) ?? [];
  return [[site], [format.bits(links.reduce((sum, link) => sum + Math.min(1, read(`${known}_${link.id}`)) * link.capacityBits, 0))]];
}
