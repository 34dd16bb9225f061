// proposed.js: the bets that are proposed for the next round. Only once they are written are they bets; until then they
// are kept on this tablet, so that a page loaded again still proposes what was set.

import { beginsDeal, nameOfBet, roundOf } from "./plan.js";

/** @typedef {import("./plan.js").Bet} Bet */
/** @typedef {{round: number, bets: Bet[]}} Proposed */

/** @type {Map<number, Proposed>} */
const known = new Map();
const place = (/** @type {number} */ table) => `pitboss.bets.${table}`;

/** Those of this table's next round: as they were set, or the last round's again. @param {number} table @param {any} picture @returns {Bet[]} */
export function proposedFor(table, picture) {
  if (!beginsDeal(picture)) return [];
  const round = roundOf(picture);
  const set = known.get(table) ?? kept(table);
  return set?.round === round ? set.bets : picture.last_bets;
}

/** @param {number} table @returns {Proposed | null} */
function kept(table) {
  try {
    return JSON.parse(localStorage.getItem(place(table)) ?? "null");
  } catch {
    return null;
  }
}

/** @param {number} table @param {any} picture @param {Bet[]} bets */
export function propose(table, picture, bets) {
  const set = { round: roundOf(picture), bets };
  known.set(table, set);
  try {
    localStorage.setItem(place(table), JSON.stringify(set));
  } catch {
    // a tablet without room for it still has it until the page is left
  }
}

/** One bet put in the place of the one on the same spot, or taken away. @param {Bet[]} bets @param {Bet} bet @returns {Bet[]} */
export function changed(bets, bet) {
  const rest = bets.filter((one) => nameOfBet(one) !== nameOfBet(bet));
  // a seat without a main bet has none of the others
  if (!bet.amount && (bet.on ?? "main") === "main" && !bet.owner) return rest.filter((one) => one.spot !== bet.spot);
  return bet.amount ? [...rest, bet] : rest;
}
