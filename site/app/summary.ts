// What is going on in the shown step, in words.

import * as format from "./format";
import { t } from "./i18n";
import { readingText, stateOf } from "./readings";
import { settingText } from "./setting";
import { clockAt, controlById, read, state, sumSoFar, targets, world } from "./state";

/** The shown step in a few sentences. */
export function summaryText(): string {
  return world() === "cdn" ? cdn() : service();
}

const value = (code: string) => readingText(code, read(code));
const time = () => format.clock(clockAt(state.step));

function service(): string {
  return t("summary.text", {
    time: time(), requests: format.number(read("requests")), error: value("error"), p99: value("p99"),
    serving: format.number(read("serving")), booting: format.number(read("booting")), utilization: format.percent(read("utilization")),
    hit: format.percent(read("hit")), db: format.percent(read("db")), budget: value("budget"), burn: value("burn_1h"),
    cost: format.dollars(read("cost_per_hour")),
  });
}

function cdn(): string {
  const setting = (id: string) => {
    const control = controlById(id);
    return control ? settingText(control, read(`set:${id}`)) : "";
  };
  const links = targets();
  const highest = links.reduce((a, b) => (read(`measured_${b}`) > read(`measured_${a}`) ? b : a), links[0] ?? "");
  const list = new Intl.ListFormat(document.documentElement.lang);
  const out = (["down", "draining"] as const).map((name) => {
    const found = links.filter((link) => stateOf(link) === name);
    return found.length > 0 ? ` ${t(`summary.${name}`, { links: list.format(found) })}` : "";
  });
  return t("summary.text.cdn", {
    time: time(), sessions: value("sessions"), carried: value("carried"), utilization: format.percent(read("utilization")),
    rebuffering: format.percent(read("rebuffering"), 1), refused: value("refused"), gave_up: format.count(sumSoFar("given_up")),
    amplitude: value("amplitude"), highest, load: format.percent(read(`measured_${highest}`)),
    policy: setting("policy"), metric: setting("metric"), target: setting("target_utilization"),
  }) + out.join("");
}
