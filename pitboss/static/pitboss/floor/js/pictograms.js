// pictograms.js: the nine procedures as pictures, on a grid of 64. Grey is the table, amber (`hot`) is the card that
// went wrong; `bgf` covers what lies behind it. The words beside a picture say the same: it is silent.

import { s } from "./parts.js";

/** @typedef {Array<[string, Record<string, unknown>, string?]>} Drawing  tag and classes, attributes, text */

const card = (/** @type {number} */ x, /** @type {number} */ y, more = {}) => /** @type {Record<string, unknown>} */ ({ x, y, width: 18, height: 26, rx: 3, ...more });

/** @type {Record<string, Drawing>} */
const DRAWINGS = {
  // the shoe, a card out of its mouth with the face in sight
  "exposed-card": [
    ["path", { d: "M4 49V29.500a4 4 0 0 1 2-3.500L21 17.500h10a3 3 0 0 1 3 3V49z" }],
    ["path", { d: "M21 17.500V49M9 42h7" }],
    ["rect.hot.bgf", { x: 33, y: 24, width: 23, height: 32, rx: 3, transform: "rotate(9 44 40)" }],
    ["use.hotf", { href: "#s-s", x: 36.500, y: 32, width: 16, height: 16 }],
  ],
  // a hand that is over (ticked), and cards that came after it
  "extra-cards-at-end": [
    ["rect", card(4, 19)],
    ["rect.bgf", card(12, 19)],
    ["path", { d: "m16.500 32.500 3.500 3.500 6-7.500" }],
    ["rect.hot", card(38, 12, { transform: "rotate(8 47 25)" })],
    ["rect.hot.bgf", card(41, 24, { transform: "rotate(8 50 37)" })],
    ["path.hot", { d: "M50 32v10M45 37h10" }],
  ],
  // two cards that came as one, drawn apart
  "stuck-cards": [
    ["path", { d: "M27 47H11a3 3 0 0 1-3-3V17a3 3 0 0 1 3-3h17" }],
    ["path", { d: "M36 50h17a3 3 0 0 0 3-3V20a3 3 0 0 0-3-3H37" }],
    ["path.hot", { d: "m32 9 5.500 6-11 6.500 11 7-11 7 11 7-11 6.500 4.500 6" }],
  ],
  // the shoe from above: cards on edge, and the place where the cut card should have been
  "cut-card-missed": [
    ["path", { d: "M8 19v28M14 19v28M20 19v28M44 19v28M50 19v28M56 19v28" }],
    ["rect.hot", { x: 27.500, y: 10, width: 9, height: 40, rx: 2.500, "stroke-dasharray": "4.500 4" }],
    ["path", { d: "M4 54h56" }],
  ],
  // a card at the wrong hand, and its way back
  "deal-order": [
    ["rect", card(5, 27)],
    ["rect", card(41, 27, { "stroke-dasharray": "4 4" })],
    ["rect.hot.bgf", card(11, 21)],
    ["path.hot", { d: "M21 13c7-6.500 21-6.500 27.500 3.500M49.500 8.500l-.5 8.500-8-2" }],
    ["path", { d: "M5 59h18M41 59h18" }],
  ],
  // a bet, and no card before it
  "player-without-cards": [
    ["rect.hot", { x: 21.500, y: 6, width: 21, height: 29, rx: 3, "stroke-dasharray": "4.500 4" }],
    ["circle", { cx: 32, cy: 49, r: 9.500 }],
    ["circle", { cx: 32, cy: 49, r: 4 }],
  ],
  // the table's edge, the floor under it
  "card-on-floor": [
    ["path", { d: "M4 14h38a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2H4M12 21v37" }],
    ["path", { d: "M4 58h56" }],
    ["path", { d: "M53 13v14M48.500 22.500 53 27l4.500-4.500" }],
    ["rect.hot", { x: 31, y: 35, width: 18, height: 25, rx: 3, transform: "rotate(64 40 47.500)" }],
  ],
  // 17 was enough
  "dealer-card-over-17": [
    ["rect", { x: 4, y: 17, width: 31, height: 31, rx: 4 }],
    ["text", { x: 19.500, y: 38.500, "text-anchor": "middle" }, "17"],
    ["rect.hot", { x: 41, y: 18, width: 19, height: 28, rx: 3 }],
    ["path.hot", { d: "m46 27.500 9 9M55 27.500l-9 9" }],
  ],
  // an open hand against a card
  "unrequested-card": [
    ["rect.hot", { x: 40, y: 8, width: 18, height: 26, rx: 3 }],
    ["path.bgf", { d: "M13 37V22.500a2.900 2.900 0 0 1 5.800 0V32 17.500a2.900 2.900 0 0 1 5.800 0V32 18.500a2.900 2.900 0 0 1 5.800 0V33v-8a2.900 2.900 0 0 1 5.800 0v15.500C36.200 50 31.500 56 24 56c-6 0-9.500-3-12.500-8L6 39a2.900 2.900 0 0 1 5-3z" }],
  ],
};

/** Is there a picture of that name? @param {string} name */
export const hasPicture = (name) => name in DRAWINGS;

/** @param {string} name  a code of the nine */
export const pictogram = (name) =>
  s("svg.pict", { viewBox: "0 0 64 64", "aria-hidden": true }, (DRAWINGS[name] ?? []).map(([what, props, text]) => s(what, props, text)));
