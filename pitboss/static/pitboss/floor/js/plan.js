// plan.js: what a tap would write, from the picture alone. Pure: the screen shows it before, and writes it after.

/**
 * @typedef {Record<string, any>} Event
 * @typedef {{kind: "bet", spot: string, amount: number, on?: string, owner?: string, tender?: string}} Bet
 * @typedef {{to: string | null, implied: Array<{spot: string, total: number}>, opens: Bet[] | null, extra: boolean}} Aim
 *   to: who gets the next card; implied: hands that it makes stand; opens: bets that are written with it, null where
 *   the round is under way; extra: by the rules nobody is due a card
 */

const BEFORE = new Set(["between", "bets"]);

/** Does the next card begin the deal? @param {any} picture */
export const beginsDeal = (picture) => BEFORE.has(picture.expects.step) || (picture.expects.step === "card" && picture.scene.phase === "betting");

/** The number of the round that the next bets are of. @param {any} picture @returns {number} */
export const roundOf = ({ expects, scene }) =>
  scene.phase === "idle" ? (expects.next.find((/** @type {any} */ one) => one.events[0]?.kind === "round_opened")?.events[0].round ?? (scene.round ?? 0) + 1) : scene.round;

/** @param {{spot: string, on?: string, owner?: string | null}} bet */
export const nameOfBet = ({ spot, on = "main", owner }) => `${spot} ${on} ${owner ?? ""}`;

/** Bets that lie already, as facts. @param {any} picture @returns {Bet[]} */
export const placedBets = ({ scene }) =>
  scene.phase === "idle" ? [] : scene.spots.flatMap((/** @type {any} */ seat) => seat.bets.map((/** @type {any} */ bet) => ({
    kind: "bet", spot: seat.spot, amount: bet.amount, on: bet.on, ...(bet.owner && { owner: bet.owner }),
  })));

/** Of the bets proposed, those that do not lie there yet, in the order of the spots. @param {any} picture @param {Bet[]} draft */
export function pendingBets(picture, draft) {
  const lying = new Set(placedBets(picture).map(nameOfBet));
  return draft.filter((bet) => !lying.has(nameOfBet(bet))).sort((one, other) => Number(one.spot) - Number(other.spot));
}

/**
 * Where the next card goes, and what comes with it.
 * @param {any} picture @param {{armed?: string | null, draft: Bet[]}} how  armed: chosen by hand
 * @returns {Aim}
 */
export function aim(picture, { armed = null, draft }) {
  const { expects, scene } = picture;
  if (beginsDeal(picture)) {
    const opens = expects.step === "card" ? [] : pendingBets(picture, draft);
    const spots = [...placedBets(picture), ...opens].filter((bet) => (bet.on ?? "main") === "main").map((bet) => Number(bet.spot));
    if (!spots.length) return { to: armed ?? "dealer", implied: [], opens: null, extra: true };
    return { to: armed ?? (expects.to && !opens.length ? expects.to : String(Math.min(...spots))), implied: [], opens: expects.step === "card" ? null : opens, extra: false };
  }
  const to = armed ?? expects.to;
  if (to === null) return { to: ["settle", "close", "prepare"].includes(expects.step) ? "dealer" : null, implied: [], opens: null, extra: true };
  const totals = new Map((picture.turns ?? []).map((/** @type {any} */ one) => [one.spot, one.total]));
  const passed = to === expects.to ? expects.implied : before(picture, to);
  return { to, implied: passed.map((/** @type {string} */ spot) => ({ spot, total: totals.get(spot) ?? totalOf(scene, spot) })), opens: null, extra: false };
}

/** Hands still to play that a card for `to` passes over. @param {any} picture @param {string} to @returns {string[]} */
function before(picture, to) {
  const waiting = (picture.turns ?? []).map((/** @type {any} */ one) => one.spot);
  if (to === "none" || picture.scene.phase === "dealing") return [];
  if (to === "dealer") return waiting;
  const place = waiting.indexOf(to);
  return place < 0 ? [] : waiting.slice(0, place);
}

/** @param {any} scene @param {string} spot */
export const totalOf = (scene, spot) => handOf(scene, spot)?.total ?? 0;

/** The hand that lies there. @param {any} scene @param {string} spot @returns {any} */
export function handOf(scene, spot) {
  if (spot === "dealer") return scene.dealer;
  return scene.spots.flatMap((/** @type {any} */ seat) => seat.hands).find((/** @type {any} */ hand) => hand.spot === spot);
}

/**
 * The events of a card tapped now.
 * @param {any} picture @param {string} card @param {Aim} where @param {{face?: string | null}} [how]
 * @returns {Event[]}
 */
export function cardEvents(picture, card, where, { face } = {}) {
  const shown = face ?? (where.to === picture.expects.to ? picture.expects.face : "up");
  const dealt = { kind: "dealt", to: where.to, card, ...(shown === "down" && { face: "down" }) };
  return [...openEvents(picture, where.opens), dealt];
}

/** What opens the round and closes the bets, as far as it was not said yet. @param {any} picture @param {Bet[] | null} opens @param {{close?: boolean}} [how] @returns {Event[]} */
export function openEvents(picture, opens, { close = true } = {}) {
  if (opens === null) return [];
  const opening = picture.scene.phase === "idle" ? [{ kind: "round_opened", round: roundOf(picture) }] : [];
  return [...opening, ...opens.map(written), ...(close ? [{ kind: "bets_closed" }] : [])];
}

/** A bet without what goes without saying. @param {Bet} bet @returns {Event} */
const written = ({ on, tender, ...bet }) => ({ ...bet, ...(on && on !== "main" && { on }), ...(tender && tender !== "chips" && { tender }) });

/**
 * The hand that the keys of the decisions are for: the chosen one, the one that decides, or the last that would stand.
 * @param {any} picture @param {string | null} armed @returns {any} of picture.turns; null where nobody decides
 */
export function active(picture, armed) {
  const turns = picture.turns ?? (picture.turn ? [picture.turn] : []);
  const of = (/** @type {string | null | undefined} */ spot) => turns.find((/** @type {any} */ one) => one.spot === spot);
  return of(armed) ?? of(picture.expects.to) ?? picture.turn ?? null;
}

/** The keys of the decisions, with whom they are for. @type {string[]} */
export const ACTIONS = ["stand", "double", "split", "insurance", "surrender", "even_money"];
/** Decided for any spot while a window is open, not by whose turn it is. @type {Record<string, string>} */
export const WINDOWS = { insurance: "insurance_open", even_money: "even_money_open", surrender: "surrender_open" };

/**
 * Whom an action would be written for, and whether the rules allow it.
 * @param {any} picture @param {string} action @param {string | null} armed
 * @returns {{spots: string[], legal: boolean}}  several spots: one has to be chosen
 */
export function actionFor(picture, action, armed) {
  const hand = active(picture, armed);
  const open = picture[WINDOWS[action]];
  if (!open) return { spots: hand ? [hand.spot] : [], legal: Boolean(hand?.allowed[action]) };
  if (armed && armed !== "dealer" && armed !== "none") return { spots: [armed], legal: open.includes(armed) };
  if (action === "surrender" && hand) return { spots: [hand.spot], legal: open.includes(hand.spot) };
  if (open.length) return { spots: open, legal: true };
  return { spots: hand ? [hand.spot] : [], legal: false };
}
