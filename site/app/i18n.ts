// The texts of the page in one language. They come from locale/<language>.json,
// flat keys to texts with {placeholders}; those that explain come later, from
// locale/<language>.more.json. A term of the glossary is marked [[term|the words]].

import { setAttributes, setText } from "./dom";

let texts: Record<string, string> = {};
let language = "en";

export type Args = Record<string, string | number>;

/** The languages that the site has, by their tags. */
export function languages(): string[] {
  return Object.keys(__LANGUAGES__).sort();
}

/** The language in force, as a tag that Intl takes. */
export function currentLanguage(): string {
  return language;
}

/** Whether the language reads from right to left. */
export function rightToLeft(): boolean {
  return texts["language.dir"] === "rtl";
}

/** Picks the first of the wished languages that the site has, else English. */
export function chooseLanguage(wished: readonly string[]): string {
  const have = languages();
  for (const tag of wished) {
    const short = tag.toLowerCase().split("-")[0] ?? "";
    if (have.includes(tag)) return tag;
    if (have.includes(short)) return short;
  }
  return "en";
}

async function fetched(file: string): Promise<Record<string, string>> {
  const name = __ASSETS__[`locale/${file}`];
  if (!name) throw new Error(`the build has no texts ${file}`);
  const response = await fetch(name);
  if (!response.ok) throw new Error(`texts ${file}: status ${response.status}`);
  return (await response.json()) as Record<string, string>;
}

/** The late texts on their way, once somebody has asked for them. */
let late: Promise<void> | undefined;

/** Fetches a language's texts and makes them the ones in force. */
export async function loadTexts(tag: string): Promise<void> {
  const parts = [fetched(`${tag}.json`), ...(late ? [fetched(`${tag}.more.json`)] : [])];
  texts = Object.assign({}, ...(await Promise.all(parts)));
  language = tag;
  setAttributes(document.documentElement, { lang: tag, dir: texts["language.dir"] ?? "ltr" });
}

/** Fetches the texts that explain, where they are not there yet. */
export function loadLate(): Promise<void> {
  const tag = language;
  late ??= fetched(`${tag}.more.json`).then(
    (more) => {
      if (tag === language) texts = { ...texts, ...more };
    },
    (error: unknown) => {
      late = undefined;
      throw error;
    },
  );
  return late;
}

/** All texts by their keys, for reports that the engine writes. */
export function allTexts(): Record<string, string> {
  return texts;
}

/** Whether there is a text under the key. */
export function has(key: string): boolean {
  return key in texts;
}

const mark = /\[\[(\w+)\|([^\]]+)\]\]/;

function filled(text: string, args: Args): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

/** The text under a key with its placeholders filled in. */
export function t(key: string, args: Args = {}): string {
  return pieces(key, args).map((piece) => piece.text).join("");
}

/** The same in pieces: the words that are marked as a term of the glossary, and what stands between them. */
export function pieces(key: string, args: Args = {}): { text: string; term?: string }[] {
  const parts = (texts[key] ?? key).split(mark);
  const found: { text: string; term?: string }[] = [];
  for (let at = 0; at < parts.length; at += 3) {
    const [between = "", term, words = ""] = parts.slice(at, at + 3);
    if (between) found.push({ text: filled(between, args) });
    if (term) found.push({ text: filled(words, args), term });
  }
  return found;
}

/** The text for a count: key.one, key.other and what else the language has. */
export function plural(key: string, count: number, args: Args = {}): string {
  const form = `${key}.${new Intl.PluralRules(language).select(count)}`;
  return t(has(form) ? form : `${key}.other`, args);
}

/**
 * Fills in what index.html names: data-text is an element's text, data-label its
 * name for a screen reader and, on a button, its tooltip.
 */
export function fillTexts(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-text]")) {
    setText(element, t(element.dataset.text ?? ""));
  }
  for (const element of root.querySelectorAll<HTMLElement>("[data-label]")) {
    const label = t(element.dataset.label ?? "");
    setAttributes(element, { "aria-label": label, title: element.tagName === "BUTTON" && label });
  }
}
