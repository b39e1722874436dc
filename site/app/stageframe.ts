// The page's side of the stage: a frame of its own that draws what it is told.
// It may come late, fail, or start anew; the shift does not depend on it.

import { byId, setText } from "./dom";
import { currentLanguage, rightToLeft, t } from "./i18n";
import * as format from "./format";
import { asset } from "./load";
import { place } from "./labels";
import { columnNames, constant, on, state, truth } from "./state";

const colorNames = ["bg", "panel", "raised", "line", "text", "muted", "served", "ok", "slow", "fail", "bad", "shed", "boot", "accent"];

let frame: HTMLIFrameElement | null = null;
let listening = false; // the frame has a listener
let reloads = 0;
let told = false; // whether the true load may be shown

/** Creates the frame and keeps it told from now on. */
export function startStage(): void {
  window.addEventListener("message", receive);
  on(["shift", "language"], tellLayout);
  on("mode", () => {
    if (told !== truth()) tellLayout();
  });
  on(["frame", "mode"], tellSnapshot);
  new ResizeObserver(() => {
    place();
    tellLayout();
    tellSnapshot();
  }).observe(byId("stage-area"));
  createFrame();
}

function createFrame(): void {
  frame?.remove();
  listening = false;
  frame = document.createElement("iframe");
  frame.id = "stage";
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  frame.addEventListener("load", () => {
    listening = true;
    tellTheme();
    tellLayout();
    tellSnapshot();
  });
  frame.src = asset("stage.html");
  byId("stage-area").prepend(frame);
}

function receive(event: MessageEvent): void {
  if (!frame || event.source !== frame.contentWindow) return;
  const message = event.data as { type?: string; reason?: string; share?: number };
  if (message.type === "ready") {
    setState("ready", "");
  } else if (message.type === "progress" && document.body.dataset.stage === "loading") {
    setState("loading", t("loading.stage", { percent: format.percent(message.share ?? 0) }));
  } else if (message.type === "failed" && message.reason === "lost" && reloads === 0) {
    reloads += 1;
    createFrame();
  } else if (message.type === "failed") {
    const reason = message.reason === "webgl" || message.reason === "lost" ? message.reason : "load";
    frame.remove();
    frame = null;
    setState("failed", t(`stage.failed.${reason}`));
  }
}

function setState(value: string, note: string): void {
  document.body.dataset.stage = value;
  const element = byId("stage-note");
  setText(element, note);
  element.hidden = note === "";
  element.classList.toggle("loading", value === "loading");
}

function tell(message: object): void {
  // The frame may be sandboxed, with an origin that no name fits; it checks who speaks.
  if (frame && listening) frame.contentWindow?.postMessage(message, "*");
}

/** Sends the colours in force; to be called whenever they change. */
export function tellTheme(): void {
  const style = getComputedStyle(document.documentElement);
  const colors: Record<string, string> = {};
  for (const name of colorNames) colors[name] = style.getPropertyValue(`--${name}`).trim();
  tell({ type: "theme", colors, reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches });
}

function tellLayout(): void {
  const shift = state.shift;
  const area = byId("stage-area");
  if (!shift || area.clientWidth === 0) return;
  told = truth();
  const { links, networks } = shift.scenario;
  tell({
    type: "layout", world: shift.scenario.world, width: area.clientWidth, height: area.clientHeight,
    rtl: rightToLeft(), embed: document.body.dataset.embed !== undefined, language: currentLanguage(),
    tiles: constant("fleet_max"), columns: columnNames(shift),
    bootMinutes: constant("boot_minutes"), rollbackMinutes: constant("rollback_minutes"), warmUpMinutes: constant("warm_up_minutes"),
    p99TargetSeconds: shift.scenario.score.p99TargetSeconds,
    links, networks: networks?.length, routes: networks?.flatMap((n, network) => n.links.map((route) => ({ network, ...route }))),
    targetColumn: "set:target_utilization", bitrateBits: constant("bitrate_bits"), overloadLoad: constant("overload_load"), truth: told,
  });
}

function tellSnapshot(): void {
  if (state.frame) tell({ type: "snapshot", values: state.frame, seconds: state.stepSeconds, running: state.playing });
}
