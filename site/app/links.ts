// A row for each link: what the balancer knows of it, and behind that what can be
// set for it and how its controller decides.

import type { Control } from "./engine";
import { asides } from "./asides";
import { makeController, updateController } from "./controller";
import { byId, make, setAttributes, setText } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { readingText, stateOf } from "./readings";
import { makeSetting, updateSetting, type Setting } from "./setting";
import { capacityOf, constant, read, state } from "./state";
import { choose } from "./tabs";

interface Row {
  link: string;
  element: HTMLDetailsElement;
  summary: HTMLElement;
  bar: HTMLElement;
  load: HTMLElement;
  state: HTMLElement;
  body: HTMLElement;
  settings: Setting[];
}

/** Over a link's row when it is gone to, px. */
const margin = 8;

let rows: Row[] = [];

/** Builds the rows of all links with the controls that act on one of them. */
export function makeLinks(controls: Control[]): HTMLElement {
  const links = controls[0]?.targets ?? [];
  rows = links.map((link) => makeRow(link, controls));
  const heads = ["link", "capacity", "measured", "refuses"].map((id) => make("span", {}, t(`link.head.${id}`)));
  return make("div", { class: "links" }, make("p", { class: "heads", "aria-hidden": "true" }, ...heads), ...rows.map((row) => row.element), ...asides("links"));
}

function makeRow(link: string, controls: Control[]): Row {
  const [bar, load, shown] = [make("span", { class: "load" }), make("span", { class: "figure" }), make("span", { class: "state" })];
  const summary = make("summary", {},
    make("span", { class: "id" }, link), make("span", { class: "capacity" }, format.gigabits(capacityOf(link))), bar, load, shown);
  const settings = controls.map((control) => makeSetting(control, link));
  const body = make("div", { class: "body", role: "group", "aria-label": link }, ...settings.map((setting) => setting.element));
  const element = make("details", { class: "link", name: "link", "data-link": link }, summary, body);
  const row: Row = { link, element, summary, bar, load, state: shown, body, settings };
  element.addEventListener("toggle", () => {
    body.querySelector(".controller")?.remove();
    if (element.open) body.append(makeController(link));
    updateLinks();
  });
  return row;
}

/** What a link is, in a word. */
function stateText(link: string): string {
  return readingText(`state_${link}`, read(`state_${link}`));
}

/** Shows the rows of the shown step. */
export function updateLinks(): void {
  if (!rows[0]?.element.isConnected) return; // those of another world
  const target = read("set:target_utilization") / 100;
  for (const row of rows) {
    const { link, element, bar } = row;
    const [measured, slowdown, now] = [read(`measured_${link}`), read(`slowdown_${link}`), stateOf(link)];
    bar.style.setProperty("--load", String(Math.min(1, measured)));
    bar.style.setProperty("--target", String(target));
    setAttributes(element, {
      "data-state": now, "data-level": measured >= constant("overload_load") ? "fail" : measured > target + 0.02 ? "slow" : "ok",
    });
    element.classList.toggle("pending", row.settings.some((setting) => state.pending.has(setting.key)));
    setText(row.load, format.percent(measured));
    setText(row.state, now === "up" ? format.percent(slowdown) : stateText(link));
    setAttributes(row.summary, {
      "aria-label": t("link.summary", {
        link, capacity: format.bits(capacityOf(link)), load: format.percent(measured), slowdown: format.percent(slowdown), state: stateText(link),
      }),
    });
    if (!element.open) continue;
    for (const setting of row.settings) updateSetting(setting);
    updateController();
  }
}

/** Opens a link's row and goes there. */
export function openLink(link: string): void {
  const row = rows.find((r) => r.link === link);
  if (!row) return;
  choose("controls");
  row.element.open = true;
  row.summary.focus({ preventScroll: true });
  // Only the panel is to scroll, not what is around it.
  byId("controls").scrollTop = row.element.offsetTop - margin;
}
