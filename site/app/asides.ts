// What the talk that the CDN world is from rejected or left aside, told beside the
// control that it would have replaced.

import { make } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { constant, world } from "./state";

const places: Record<string, string[]> = {
  metric: ["kalman"],
  links: ["anycast", "movable", "viewers"],
  controller: ["central"],
};

/** The texts that belong to a place, each closed until it is asked for. */
export function asides(place: string): HTMLElement[] {
  const ids = world() === "cdn" ? places[place] ?? [] : [];
  return ids.map((id) => make("details", { class: "aside" },
    make("summary", {}, t(`link.aside.${id}.title`)),
    make("p", { class: "help" }, t(`link.aside.${id}.text`, { movable: format.percent(constant("movable")) }))));
}
