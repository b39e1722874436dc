// Small helpers for building elements. Text always goes in as text.

type Attributes = Record<string, string | number | boolean | undefined>;
type Child = Node | string | undefined;

/** Finds an element that index.html is known to have. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

/** Sets attributes; true stands for an empty value, false and undefined remove. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Makes an HTML element with attributes and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  for (const child of children) if (child !== undefined) element.append(child);
  return element;
}

const svgSpace = "http://www.w3.org/2000/svg";

/** Makes an SVG element with attributes and children. */
export function makeSvg(tag: string, attributes: Attributes = {}, ...children: Node[]): SVGElement {
  const element = document.createElementNS(svgSpace, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** One of the symbols of index.html, as a picture that is not read aloud. */
export function icon(name: string): SVGElement {
  return makeSvg("svg", { class: "icon", "aria-hidden": "true" }, makeSvg("use", { href: `#icon-${name}` }));
}

/** An element's inner size, px. */
export interface Size { width: number; height: number }

/**
 * Follows an element's size, and calls back when it changes. Asking the element
 * itself after every change of the page would make the browser lay it out at once.
 */
export function watchSize(element: HTMLElement, changed: () => void): Size {
  const size = { width: 0, height: 0 };
  new ResizeObserver(() => {
    size.width = element.clientWidth;
    size.height = element.clientHeight;
    changed();
  }).observe(element);
  return size;
}

/** Writes text only where it differs, so that unchanged nodes stay untouched. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
