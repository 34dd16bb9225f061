// written.js: what was entered at this table, read back: for the words of "undo", and to put an entry right.

import { spotName } from "./spots.js";
import { money, t, tn, told } from "./words.js";

const GLYPHS = /** @type {Record<string, string>} */ ({ s: "♠", h: "♥", d: "♦", c: "♣" });
const MONEY = new Set(["paid", "taken", "returned"]);

/** A card in a line of text. @param {string} card */
export const short = (card) => `${card[0] === "T" ? "10" : card[0]}${GLYPHS[card[1]]}`;

let known = { name: "", words: "" };

/** What the next "undo" would take back, in a few words. @param {any} store */
export function did(store) {
  const ids = new Set(store.last);
  // asked at every drawing, and the stream grows all evening
  const name = [...ids].join();
  if (!name) return "";
  if (known.name !== name) known = { name, words: wordsFor(store, ids) };
  return known.words;
}

/** @param {any} store @param {Set<string>} ids */
function wordsFor(store, ids) {
  const events = store.stream.filter((/** @type {any} */ { event }) => ids.has(event?.id)).map((/** @type {any} */ { event }) => event);
  return events.length ? summary(events) : "";
}

/** @param {any[]} events */
function summary(events) {
  const last = events[events.length - 1];
  const bets = events.filter(({ kind }) => kind === "bet").length;
  if (last.kind === "dealt") {
    const spot = /^\d/.test(last.to);
    const card = t(spot ? "full.did_dealt" : "full.did_dealt_else", { card: last.card ? short(last.card) : "?", to: spot ? last.to : spotName(last.to) });
    return bets ? tn("full.did_bets_and", bets, { card }) : card;
  }
  if (bets) return tn("full.did_bets", bets);
  if (events.some(({ kind }) => MONEY.has(kind))) return t("full.did_money");
  if (last.kind === "acted") return t("full.did_acted", { action: t(`full.act_${last.action}`), spot: spotName(last.spot) });
  if (last.kind === "burned") return last.card ? t("full.did_burned", { card: short(last.card) }) : t("full.did_burned_unseen");
  const name = `full.did_${last.kind}`;
  return told(name) ? t(name, { round: last.round ?? "", n: last.behind ?? "" }) : t("full.did_entry");
}

/**
 * The entries of the round in play as they stand, corrections applied. `id` is the one to correct.
 * @param {any} store
 * @returns {Array<{id: string, event: any}>}
 */
export function ofRound(store) {
  /** @type {Map<number, {id: string, event: any}>} */
  const standing = new Map();
  for (const { seq, event } of store.stream) {
    if (!event) continue;
    if (event.kind !== "corrected") standing.set(seq, { id: event.id, event });
    else {
      const first = standing.get(event.ref);
      if (first) standing.set(event.ref, { ...first, event: event.instead });
    }
  }
  const all = [...standing.values()].filter(({ event }) => event);
  const from = all.map(({ event }) => event.kind).lastIndexOf("round_opened");
  return all.slice(Math.max(from, 0));
}

/** Cards of this round by where they lie. @param {any} store */
export const dealtCards = (store) => ofRound(store).filter(({ event }) => event.kind === "dealt" || event.kind === "burned");

/** Payments in words. @param {{kind: string, amount: number}} event */
export const moved = ({ kind, amount }) => t(`full.${kind}`, { amount: money(amount) });
