// The debrief's panel: it opens when a shift ends. What it says is loaded then.

import * as engine from "./engine";
import { byId, setText } from "./dom";
import { loadLate, t } from "./i18n";
import { keepOwn, referenceOf, shippedOf } from "./runbooks";
import { on, state } from "./state";

/** Shows the debrief when a shift ends, and sets body[data-digest] when there is one. */
export function initDebrief(): void {
  on("shift", () => {
    close();
    const digest = state.shift?.mode === "replay" && state.shift.verified ? state.shift.digest : "";
    setDigest(digest);
  });
  on("language", () => {
    if (document.body.dataset.view === "debrief") open();
  });
  on("mode", () => {
    // It is there when the shift ends, also for those who lose their network in it.
    if (state.mode === "running") body().catch(() => undefined);
    if (state.mode === "ended" && document.body.dataset.view === undefined) open();
  });
}

const body = () => import("./debriefbody");

function setDigest(digest: string): void {
  if (digest) document.body.dataset.digest = digest;
  else delete document.body.dataset.digest;
}

/** Closes it, to look at the shift again. */
export function close(): void {
  show(false);
}

/** Opens it, or closes it where it is open. */
export function toggle(): void {
  if (document.body.dataset.view === "debrief") close();
  else open();
}

function show(opened: boolean): void {
  if (opened) document.body.dataset.view = "debrief";
  else delete document.body.dataset.view;
  byId("debrief").hidden = !opened;
  for (const button of document.querySelectorAll(".debrief-toggle")) {
    setText(button, t(opened ? "command.debrief.close" : "command.debrief"));
  }
}

/** Opens it, or brings it up to date; a part of it can be named to begin with. */
export function open(part = ""): void {
  const shift = state.shift;
  if (!shift) return;
  if (state.mode === "ended") setDigest(engine.digest());
  const panel = byId("debrief-body");
  if (byId("debrief").hidden) panel.replaceChildren();
  show(true);
  byId("debrief-title").focus({ preventScroll: true });
  void Promise.all([body(), referenceOf(shift.scenario.id), loadLate()]).then(async ([{ debriefBody }, rules]) => {
    const here = () => state.shift === shift && document.body.dataset.view === "debrief";
    if (!here()) return;
    try {
      panel.replaceChildren(...debriefBody(shift, rules));
    } catch (error) {
      if (!rules?.own) throw error;
      // It was written for another service, whose controls have other bounds.
      keepOwn(shift.scenario.id, null);
      const shipped = await shippedOf(shift.scenario.id);
      if (!here()) return;
      panel.replaceChildren(...debriefBody(shift, shipped));
    }
    byId("debrief").scrollTop = 0;
    if (part) byId(part).scrollIntoView({ block: "start" });
  }).catch((error: unknown) => {
    console.error(error);
    panel.replaceChildren(t("debrief.unloaded"));
  });
}
