// The runbooks of the scenarios with a lesson, and the one that the player wrote.

import type { Runbook } from "./engine";
import { asset } from "./load";

/** A runbook with its text, as its author wrote it. */
export interface Reference { rules: Runbook; yaml: string; own?: boolean }

let shipped: Promise<Record<string, Reference>> | undefined;

/** What players wrote, by what they wrote it for, as long as the page is open. */
const written = new Map<string, Reference>();

/** Keeps the player's own runbook for a scenario, or forgets it. */
export function keepOwn(scenario: string, own: Reference | null): void {
  if (own) written.set(scenario, own);
  else written.delete(scenario);
}

/** The runbook that stands beside a scenario's player: the own one, else the one that ships, if there is one. */
export async function referenceOf(scenario: string): Promise<Reference | null> {
  return written.get(scenario) ?? (await shippedOf(scenario));
}

/** The runbook that ships with a scenario, if it has one and can be had. */
export async function shippedOf(scenario: string): Promise<Reference | null> {
  shipped ??= fetch(asset("runbooks.json")).then((response) => {
    if (!response.ok) throw new Error(`runbooks: status ${response.status}`);
    return response.json() as Promise<Record<string, Reference>>;
  });
  try {
    return (await shipped)[scenario] ?? null;
  } catch (error) {
    // A debrief without a runbook is one all the same.
    console.warn(error);
    shipped = undefined;
    return null;
  }
}
