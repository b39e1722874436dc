// The page: wires the parts together, loads the engine, opens what the address
// says, and then the stage.

import * as engine from "./engine";
import { byId, icon, make, setAttributes, setText } from "./dom";
import { initControls } from "./controls";
import { initDebrief, toggle as toggleDebrief } from "./debrief";
import { initExplain } from "./explain";
import { initFeed } from "./feed";
import * as format from "./format";
import { fillRich, initGlossary } from "./glossary";
import { chooseLanguage, currentLanguage, fillTexts, languages, loadTexts, t } from "./i18n";
import { initKeys } from "./keys";
import { initLabels } from "./labels";
import { bytes, run } from "./load";
import { initLobby, titleOf } from "./lobby";
import { initFiles } from "./files";
import { initNodeCard } from "./nodecard";
import { initNotes } from "./notes";
import { initOffline } from "./offline";
import { initPlay, minuteOn, pause, play, setSpeed } from "./play";
import { initReadings } from "./readings";
import { again, fullAddress, onAddressChange, openAddress, parseFragment, randomSeed, setAddressPart, takeOver } from "./session";
import { initSaved } from "./saved";
import { initShare, share } from "./share";
import { initSound, page } from "./sound";
import { startStage, tellTheme } from "./stageframe";
import { clockAt, emit, on, setMode, speeds, state, stepsPerMinute, world, type Mode } from "./state";
import { keep, recall } from "./store";
import { summaryText } from "./summary";
import { choose, initTabs } from "./tabs";
import { initTheme } from "./theme";
import { initTimeline } from "./timeline";
import { placeOf } from "./versions";
import { initVitals } from "./vitals";

/** Says something to those who listen. */
function announce(text: string): void {
  setText(byId("live"), "");
  // A text that comes back is only read again when the region was empty in between.
  window.setTimeout(() => setText(byId("live"), text), 50);
}

/** Shows what went wrong, and the command that can be given about it. */
function showError(title: string, text: string, ...offers: { label: string; command: string }[]): void {
  pause();
  setMode("error");
  setText(byId("error-title"), title);
  setText(byId("error-text"), text);
  byId("error-hint").hidden = offers[0]?.command !== "new-seed";
  const buttons = offers.map(({ label, command }) => make("button", { type: "button", class: "primary", "data-command": command }, label));
  byId("error-offer").replaceChildren(...buttons);
  buttons[0]?.focus();
}

function engineFailed(text: string): void {
  showError(t("error.engine.title"), text, { label: t("command.retry"), command: "retry" });
}

function refused(error: unknown, title = "error.title"): void {
  if (!(error instanceof engine.Refused)) console.error(error);
  const text = error instanceof Error ? error.message : String(error);
  const own = error instanceof engine.Refused && error.reason === "no_own" ? [{ label: t("lobby.own"), command: "own" }] : [];
  showError(t(title), text, ...own, { label: t("command.new-shift"), command: "new-seed" });
}

/** Opens what the address says; a record of another model where the site has the build that plays it. */
async function openHere(): Promise<void> {
  try {
    openAddress();
  } catch (error) {
    const model = error instanceof engine.Refused && error.reason === "other_model" ? Number(error.args.model) : 0;
    const place = model > 0 ? await placeOf(error instanceof engine.Refused ? error.args.world ?? "" : "", model) : undefined;
    if (place !== undefined) location.replace(place + location.hash);
    else refused(error);
  }
}

function attempt(action: () => void): void {
  try {
    action();
  } catch (error) {
    refused(error);
  }
}

/** What is going on in the shown minute, in words. */
function summary(): void {
  if (!state.shift) return;
  const text = summaryText();
  announce(text);
  setText(byId("summary"), text);
}

const commands: Record<string, (button: HTMLElement) => void> = {
  start: play, play, pause, step: minuteOn, share,
  speed: (button) => {
    const speed = speeds.find((s) => s === Number(button.dataset.speed));
    if (speed) setSpeed(speed);
  },
  takeover: () => attempt(takeOver),
  restart: () => attempt(() => again(state.shift?.seed ?? randomSeed())),
  "new-seed": () => attempt(() => again(randomSeed())),
  lobby: () => attempt(() => again(state.shift?.seed ?? randomSeed())),
  "toggle-debrief": toggleDebrief,
  help: () => byId<HTMLDialogElement>("help").showModal(),
  menu: toggleMenu,
  retry: () => location.reload(),
  own: (button) => void openForm(button, false),
  "own-edit": (button) => void openForm(button, true),
  summary,
  // The address stays: another one would open another shift.
  skip: () => {
    choose("controls");
    byId("controls").focus();
  },
};

/** Opens the form of a service of one's own; where it does not load, says so on what was pressed. */
async function openForm(button: HTMLElement, edit: boolean): Promise<void> {
  try {
    await (await import("./own")).openForm(edit);
  } catch (error) {
    console.error(error);
    setText(button.querySelector(".help") ?? button, t("error.own"));
  }
}

function initCommands(): void {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest<HTMLElement>("[data-command]");
    if (button instanceof HTMLAnchorElement) event.preventDefault();
    if (button) commands[button.dataset.command ?? ""]?.(button);
    else if (!target?.closest("#menu")) closeMenu();
    const closer = target?.closest("[data-close]");
    closer?.closest("dialog")?.close();
    // A press beside an open dialog closes it.
    if (target instanceof HTMLDialogElement) target.close();
  });
  document.addEventListener("keydown", (event) => {
    // In a dialog the key closes that, and the focus goes back to what opened it.
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) closeMenu();
  });
}

function toggleMenu(): void {
  const open = document.body.toggleAttribute("data-menu");
  // It lies over what is under the header.
  byId("main").inert = open;
  setAttributes(byId("menu-button"), { "aria-expanded": String(open) });
}

function closeMenu(): void {
  if (document.body.hasAttribute("data-menu")) toggleMenu();
}

function showMode(): void {
  const body = document.body;
  if (body.dataset.state !== state.mode) body.dataset.state = state.mode;
  body.toggleAttribute("data-playing", state.playing);
  const toggle = byId("play");
  const command = state.playing ? "pause" : "play";
  if (toggle.dataset.command !== command) {
    toggle.dataset.command = command;
    toggle.replaceChildren(icon(command));
  }
  const label = t(`command.${command}`);
  setAttributes(toggle, { "aria-label": label, title: label });
  for (const button of document.querySelectorAll<HTMLElement>("[data-speed]")) {
    setAttributes(button, { "aria-pressed": String(Number(button.dataset.speed) === state.speed) });
  }
  // Behind the briefing and behind an error nothing can be reached.
  const closed: Mode[] = ["loading", "briefing", "error"];
  for (const part of document.querySelectorAll<HTMLElement>("[data-part=game]")) part.inert = closed.includes(state.mode);
  byId("lobby").inert = !closed.includes(state.mode) || state.mode === "error";
  byId("error").hidden = state.mode !== "error";
}

function showShift(): void {
  const shift = state.shift;
  if (!shift) return;
  const title = titleOf(shift.scenario);
  if (document.body.dataset.world !== world()) showWorld();
  setText(byId("scenario"), title);
  setText(byId("seed"), t("seed.shown", { seed: format.seed(shift.seed) }));
  setAttributes(byId("full"), { href: fullAddress() });
  document.title = `${title} · ${t("product.name")}`;
  const replay = shift.mode === "replay";
  byId("replay").hidden = !replay;
  byId("replay").classList.toggle("unverified", !shift.verified);
  if (!replay) return;
  showReplay(shift);
}

/** What index.html says of the service, said of the open world. */
function showWorld(): void {
  document.body.dataset.world = world();
  const service = world() === "service";
  byId("stage-area").dataset.label = service ? "region.scene" : `region.scene.${world()}`;
  byId("help-play").dataset.rich = service ? "help.play" : `help.play.${world()}`;
  byId("help-end").dataset.text = service ? "help.end" : `help.end.${world()}`;
  fillTexts(document);
  fillRich(byId("help"));
}

/** Says whether what is replayed is what was played, and which part of it repeats. */
function showReplay(shift: engine.Shift): void {
  const difference = shift.firstDifference;
  setText(byId("replay-digest"), shift.verified ? t("debrief.digest", { digest: shift.digest }) : "");
  setText(byId("replay-text"), shift.verified ? t("replay.verified")
    : difference >= 0 ? t("replay.unverified.step", { time: format.clock(clockAt(difference)) }) : t("replay.unverified"));
  const loop = state.loop;
  setText(byId("replay-loop"), loop ? t("replay.loop", { from: format.clock(clockAt(loop.from)), to: format.clock(clockAt(loop.to)) }) : "");
}

function showClock(): void {
  const clock = byId("clock");
  const minute = Math.floor(state.step / stepsPerMinute());
  // Seconds that run would only be in the way of the eye.
  setText(clock, format.clock(clockAt(state.playing ? minute * stepsPerMinute() : state.step)));
  setAttributes(clock, { "data-minute": minute });
}

function showProgress(share: number): void {
  byId("progress").style.setProperty("--share", String(share));
  setText(byId("progress-text"), share < 1 ? t("loading.engine", { percent: format.percent(share) }) : t("loading.start"));
}

async function startEngine(): Promise<void> {
  if (typeof WebAssembly === "undefined") throw new engine.Refused("", {}, t("error.wasm"));
  const packed = bytes("scenarios.msgp");
  const ready = new Promise<void>((resolve) => {
    window.oncallEngineReady = resolve;
  });
  await run("engine.wasm", showProgress, () => engineFailed(t("error.stopped")));
  await ready;
  Object.assign(state, engine.load(await packed));
}

function initLanguage(): void {
  const field = byId<HTMLSelectElement>("language");
  const tags = languages();
  byId("language-row").hidden = tags.length < 2;
  field.replaceChildren(...tags.map((tag) => new Option(__LANGUAGES__[tag], tag, false, tag === currentLanguage())));
  field.addEventListener("change", () => void switchLanguage(field));
}

/** Says everything anew in the chosen language; the shift goes on as it was. */
async function switchLanguage(field: HTMLSelectElement): Promise<void> {
  try {
    await loadTexts(field.value);
  } catch (error) {
    console.error(error);
    field.value = currentLanguage();
    announce(t("error.language"));
    return;
  }
  keep("language", field.value);
  setAddressPart("lang", field.value);
  fillTexts(document);
  fillRich(document);
  for (const topic of ["language", "pending", "frame", "mode"] as const) emit(topic);
}

async function main(): Promise<void> {
  const fragment = parseFragment(location.hash);
  if (fragment.embed) document.body.dataset.embed = "";
  const wished = [fragment.language, recall("language"), ...navigator.languages].filter((tag) => typeof tag === "string");
  await loadTexts(chooseLanguage(wished));
  fillTexts(document);
  fillRich(document);
  initLanguage();
  initCommands();
  initTheme(tellTheme);
  initPlay((text) => announce(t("refusal.action", { text })));
  initLobby(refused);
  on(["shift", "mode", "language"], showShift);
  on(["frame", "mode"], showClock);
  on("frame", () => setText(byId("summary"), "")); // it was of another step
  on("mode", showMode);
  initVitals();
  initControls();
  initReadings();
  initGlossary();
  initExplain();
  initFeed(announce, page);
  initSound();
  initLabels();
  initNodeCard();
  initTimeline();
  initTabs();
  initDebrief();
  initNotes();
  initShare();
  initFiles((error) => refused(error, "error.file.title"));
  initSaved(refused);
  initKeys(() => byId<HTMLDialogElement>("help").showModal(), summary);
  setMode("loading");
  try {
    await startEngine();
  } catch (error) {
    console.error(error);
    engineFailed(error instanceof engine.Refused ? error.message : t("error.load"));
    return;
  }
  await openHere();
  onAddressChange(() => void openHere());
  startStage();
  initOffline(offerUpdate);
}

/** A new build waits: the shift in play is kept, and goes on in it. */
function offerUpdate(takeOver: () => void): void {
  const strip = byId("update");
  strip.hidden = false;
  byId("update-now").addEventListener("click", () => {
    strip.hidden = true;
    takeOver();
  });
}

void main();
