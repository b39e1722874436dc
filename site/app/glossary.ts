// Terms of the trade: marked words in a text are buttons that say, in a small
// popover, what they mean.

import { make, setAttributes } from "./dom";
import { currentLanguage, loadLate, pieces, t, type Args } from "./i18n";

/** A text with its marked terms as buttons. */
export function rich(key: string, args: Args = {}): (Node | string)[] {
  return pieces(key, args).map(({ text, term }) =>
    term ? make("button", { type: "button", class: "term", "data-term": term, "aria-expanded": "false" }, text) : text);
}

/** A text of several lines, each a paragraph. */
export function richLines(key: string): HTMLElement[] {
  const lines = [make("p")];
  for (const piece of rich(key)) {
    const parts = typeof piece === "string" ? piece.split("\n") : [piece];
    lines.push(...parts.slice(1).map(() => make("p")));
    lines.slice(-parts.length).forEach((line, i) => line.append(parts[i] ?? ""));
  }
  return lines;
}

/** The model page in the reader's language, at one of its anchors. */
export function modelPage(anchor = ""): string {
  const language = currentLanguage();
  return `model${language === "en" ? "" : `.${language}`}.html${anchor && `#${anchor}`}`;
}

/** Fills in what index.html names by data-rich, a text with terms, and leads its links to the model page. */
export function fillRich(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-rich]")) element.replaceChildren(...rich(element.dataset.rich ?? ""));
  for (const link of root.querySelectorAll(".model-link")) setAttributes(link, { href: modelPage() });
}

let open: { button: HTMLElement; popover: HTMLElement } | null = null;

/** Makes terms open and close. */
export function initGlossary(): void {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(".term") : null;
    if (!button) return;
    if (open?.button === button) close();
    else void loadLate().then(() => show(button, ...definition(button)), () => show(button, t("error.explain")));
  });
  document.addEventListener("pointerdown", (event) => {
    const target = event.target as Node;
    if (open && !open.popover.contains(target) && !open.button.contains(target)) close();
  });
  // Before those who would close a dialog or a panel that the term is in.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !open) return;
    event.preventDefault();
    event.stopPropagation();
    const { button } = open;
    close();
    button.focus();
  }, { capture: true });
  document.addEventListener("focusin", (event) => {
    const target = event.target as Node;
    if (open && target !== open.button && !open.popover.contains(target)) close();
  });
  document.addEventListener("scroll", (event) => {
    if (open && !open.popover.contains(event.target as Node)) close();
  }, { capture: true });
  window.addEventListener("resize", close);
}

function definition(button: HTMLElement): Node[] {
  const term = button.dataset.term ?? "";
  return [
    make("strong", {}, t(`term.${term}.label`)),
    make("span", {}, t(`term.${term}.text`)),
    make("a", { href: modelPage(`term-${term}`), target: "_blank" }, t("explain.part.model")),
  ];
}

function show(button: HTMLElement, ...content: (Node | string)[]): void {
  close();
  if (!button.isConnected) return;
  const popover = make("span", { class: "popover", id: "term", popover: "manual", role: "note" }, ...content);
  // Behind its button, so that Tab goes there next, and inside of an open dialog.
  button.after(popover);
  popover.showPopover();
  setAttributes(button, { "aria-expanded": "true", "aria-describedby": "term" });
  place(popover, button.getBoundingClientRect());
  open = { button, popover };
}

/** Under its button, or over it where there is more room, and never out of the window. */
function place(popover: HTMLElement, at: DOMRect): void {
  const gap = 6;
  const { width, height } = popover.getBoundingClientRect();
  const left = Math.max(gap, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - gap));
  const below = at.bottom + gap + height <= innerHeight || at.top < innerHeight - at.bottom;
  popover.style.left = `${left}px`;
  popover.style.top = `${Math.max(gap, below ? at.bottom + gap : at.top - gap - height)}px`;
}

function close(): void {
  if (!open) return;
  const { button, popover } = open;
  open = null;
  popover.remove();
  setAttributes(button, { "aria-expanded": "false", "aria-describedby": undefined });
}
