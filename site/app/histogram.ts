// The scores of many shifts as a histogram: the player's as bars, the others as
// outlines, each with a line of its own, and the score of the open shift marked.

import { make, makeSvg, watchSize } from "./dom";
import * as format from "./format";

const scoreMax = 100;
const binWidth = 5;
const bins = scoreMax / binWidth;

const heightPx = 190;
const topPx = 26;
const axisPx = 22;
const sidePx = 14;

/** The share of the scores in each bin; the last one has the full marks too. */
function binned(scores: number[]): number[] {
  const shares = new Array<number>(bins).fill(0);
  for (const score of scores) {
    const bin = Math.max(0, Math.min(bins - 1, Math.floor(score / binWidth)));
    shares[bin] = (shares[bin] ?? 0) + 1 / scores.length;
  }
  return shares;
}

/** What the bars and outlines stand for. */
export function legend(names: string[], label: (who: string) => string): HTMLElement {
  return make("ul", { class: "legend" }, ...names.map((who) => make("li", { class: who }, label(who))));
}

/** The histogram of each player's scores; all are shares of the seeds, on one scale. */
export function histogram(scores: Map<string, number[]>, own: number, text: string): HTMLElement {
  const host = make("div", { class: "picture histogram" });
  const shares = [...scores].map(([who, list]): [string, number[]] => [who, binned(list)]);
  const size = watchSize(host, () => {
    if (size.width > 0) host.replaceChildren(draw(size.width, shares, own, text));
  });
  return host;
}

function draw(width: number, shares: [string, number[]][], own: number, text: string): SVGElement {
  const most = Math.max(...shares.flatMap(([, list]) => list));
  const ground = heightPx - axisPx;
  const x = (score: number) => sidePx + (score / scoreMax) * (width - 2 * sidePx);
  const y = (share: number) => ground - (share / most) * (ground - topPx);
  const svg = makeSvg("svg", { viewBox: `0 0 ${width} ${heightPx}`, width, height: heightPx, role: "img", "aria-label": text });
  for (const [who, list] of shares) {
    if (who === "you") svg.append(...list.map((share, bin) => makeSvg("rect", {
      class: who, x: x(bin * binWidth) + 1, y: y(share), width: Math.max(0, x(binWidth) - x(0) - 2), height: ground - y(share), rx: 1.5,
    })));
    else svg.append(makeSvg("path", { class: who, d: outline(list, (bin) => x(bin * binWidth), y) }));
  }
  svg.append(makeSvg("path", { class: "axis", d: `M${x(0)} ${ground}H${x(scoreMax)}` }));
  for (let score = 0; score <= scoreMax; score += 20) svg.append(words(x(score), heightPx - 6, "middle", format.number(score)));
  const at = x(own);
  svg.append(makeSvg("path", { class: "own", d: `M${at} ${ground}V${topPx - 6}M${at - 5} ${topPx - 12}h10l-5 7z` }));
  svg.append(words(Math.max(sidePx, Math.min(width - sidePx, at)), topPx - 15, at > width - 40 ? "end" : at < 40 ? "start" : "middle", format.number(own), "own"));
  return svg;
}

/** The outline of the bins that have something in them. */
function outline(list: number[], x: (bin: number) => number, y: (share: number) => number): string {
  let path = "";
  for (const [bin, share] of list.entries()) {
    const before = bin > 0 ? list[bin - 1] ?? 0 : 0;
    if (share > 0) path += `${before > 0 ? "L" : `M${x(bin)} ${y(0)}L`}${x(bin)} ${y(share)}H${x(bin + 1)}`;
    else if (before > 0) path += `V${y(0)}`;
  }
  return (list.at(-1) ?? 0) > 0 ? `${path}V${y(0)}` : path;
}

function words(x: number, y: number, anchor: string, text: string, name = ""): SVGElement {
  const element = makeSvg("text", { x, y, "text-anchor": anchor, class: name });
  element.append(text);
  return element;
}
