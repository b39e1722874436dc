// The pager: a tone made in the browser, and a vibration on phones that have it.
// It is off until the player switches it on.

import { byId } from "./dom";
import { keep, recall } from "./store";

/** Two short rising pairs, as pagers do: start and frequency [s, Hz]. */
const beeps = [[0, 880], [0.14, 1175], [0.42, 880], [0.56, 1175]] as const;
const beepSeconds = 0.11;
const loudness = 0.12;

let audio: AudioContext | null = null;

export function initSound(): void {
  const box = byId<HTMLInputElement>("sound-switch");
  box.checked = recall("sound") === "on";
  box.addEventListener("change", () => {
    keep("sound", box.checked ? "on" : "off");
    if (box.checked) page();
  });
}

/** Sounds and vibrates once, if the player wants it. */
export function page(): void {
  if (!byId<HTMLInputElement>("sound-switch").checked) return;
  audio ??= new AudioContext();
  void audio.resume();
  const start = audio.currentTime + 0.02;
  for (const [at, frequency] of beeps) beep(audio, start + at, frequency);
  navigator.vibrate?.([200, 100, 200]);
}

function beep(context: AudioContext, at: number, frequency: number): void {
  const tone = new OscillatorNode(context, { type: "triangle", frequency });
  const volume = new GainNode(context, { gain: 0 });
  // Ramps instead of steps, which would click.
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.01);
  volume.gain.setValueAtTime(loudness, at + beepSeconds - 0.02);
  volume.gain.linearRampToValueAtTime(0, at + beepSeconds);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + beepSeconds);
}
