// facts.js: the facts of one irregularity, and nothing else: each one tap where keys fit in a row, else a chooser.

import { cardPicture, face, pc } from "./card.js";
import { cardChooser, numberChooser, opener, totalChooser, upTo } from "./choosers.js";
import { h, icon, key } from "./parts.js";
import { money, t } from "./words.js";

/**
 * @typedef {{name: string, kind: string, label: string, required: boolean, options: Array<{value: string, label: string}>,
 *   least?: number, most?: number}} Field
 * @typedef {{code: string, title: string, law: string, picture: string, severity: string, fields: Field[]}} Form
 * @typedef {import("./drafts.js").Facts} Facts
 */

const CHIPS = [500, 1000, 5000, 10000, 25000, 50000, 100000, 500000];
const SMALL_CHIPS = [1, 5, 25, 100, 500, 1000];
const MOST_KEYS = 10; // in a row
const PICKED = new Set(["card", "cards", "amount", "amounts", "count"]);

/** @param {unknown} value */
const given = (value) => value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && !value.length);

/** Does it need a chooser? @param {Field} field */
const needsChooser = (field) => PICKED.has(field.kind) || (field.kind === "total" && Number(field.most) - Number(field.least) >= MOST_KEYS);

/** @param {Field} field @param {Facts} facts */
function complete(field, facts) {
  const value = facts[field.name];
  return given(value) && (field.kind !== "cards" || value.length >= (field.least ?? 1));
}

/** The needed facts that nobody told yet. @param {Form} form @param {Facts} facts */
export const missing = (form, facts) => form.fields.filter((field) => field.required && !complete(field, facts));

/** The chooser that opens by itself: that of the first needed fact. @param {Form} form @param {Facts} facts */
export const nextOpen = (form, facts) => missing(form, facts).find(needsChooser)?.name ?? null;

/** What the table knows already, so that nobody taps it. @param {Form} form @param {any} picture @param {string} [spot]  one that was tapped */
export function prefilled(form, picture, spot) {
  const { scene, expects } = picture ?? {};
  /** @type {Facts} */
  const facts = {};
  if (!scene) return facts;
  const has = (/** @type {string} */ name) => form.fields.some((field) => field.name === name);
  const playing = scene.round !== null && scene.round !== undefined;
  const due = expects?.step === "card" || expects?.step === "dealer" ? expects.to : null;
  if (has("to") && due) facts.to = due;
  if (has("spot") && spot && form.code !== "card-on-floor") facts.spot = spot;
  else if (has("spot") && scene.turn && scene.turn !== "dealer" && ["unrequested-card", "double-not-allowed", "split-not-allowed"].includes(form.code)) facts.spot = scene.turn;
  if (has("total") && form.code.startsWith("dealer-") && scene.dealer?.cards.length && scene.dealer.total) {
    const field = form.fields.find(({ name }) => name === "total");
    if (scene.dealer.total >= Number(field?.least) && scene.dealer.total <= Number(field?.most)) facts.total = scene.dealer.total;
  }
  if (playing) facts.round = scene.round;
  return { ...facts, ...betKnown(form, { ...facts }, picture) };
}

/** The bet of the spot, where it is on record. @param {Form} form @param {Facts} facts @param {any} picture */
export function betKnown(form, facts, picture) {
  const bet = betsOf(picture, facts.spot)[0];
  if (!bet) return {};
  if (form.code === "player-without-cards") return { amount: bet };
  if (form.code === "double-stake" || form.code === "split-stake") return { due: bet };
  if (form.code === "insurance-over-half") return { due: Math.floor(bet / 2) };
  return {};
}

/** Main bets at a spot. @param {any} picture @param {string | undefined} spot @returns {number[]} */
const betsOf = (picture, spot) =>
  (picture?.scene?.spots ?? []).filter((/** @type {any} */ one) => spot && one.spot === spot[0]).flatMap((/** @type {any} */ one) => one.bets.filter((/** @type {any} */ bet) => bet.on === "main").map((/** @type {any} */ bet) => bet.amount));

/** Spots, with the hands of one that was split. @param {any} picture @returns {string[]} */
function spotsOf(picture) {
  const seats = picture?.house?.seats ?? 7;
  const hands = (picture?.scene?.spots ?? []).flatMap((/** @type {any} */ one) => (one.hands.length > 1 ? one.hands.map((/** @type {any} */ hand) => hand.spot) : []));
  return upTo(1, seats).flatMap((seat) => {
    const split = hands.filter((/** @type {string} */ hand) => hand[0] === String(seat));
    return split.length ? split : [String(seat)];
  });
}

/**
 * @typedef {{picture: any, open: string | null, set: (name: string, value: unknown, how?: {stay?: boolean}) => void,
 *   toggle: (name: string) => void}} Around  set: a fact was tapped; stay: its chooser stays open
 */

/**
 * One block for each fact of the form.
 * @param {Form} form @param {Facts} facts @param {Around} around
 */
export const blocks = (form, facts, around) => form.fields.filter((field) => shown(field, facts)).map((field) => block(field, facts, around));

/** Some facts mean nothing before another. @param {Field} field @param {Facts} facts */
const shown = (field, facts) =>
  field.kind === "one_of_cards" ? (facts.cards ?? []).length > 1 : field.kind === "amounts" ? (facts.spots ?? []).length > 0 : true;

/** @param {Field} field @param {Facts} facts @param {Around} around */
function block(field, facts, around) {
  const id = `fact-${field.name}`;
  const wide = ["spot", "dealer_or_spot", "spots", "total", "choice", "role"].includes(field.kind) && !needsChooser(field);
  return h(
    `div.q${wide ? ".q--wide" : ""}${field.required && !complete(field, facts) ? ".q--due" : ""}`,
    { role: "group", "aria-labelledby": id, "data-fact": field.name },
    h("span.q__label", { id }, field.label, !field.required && h("span.q__may", {}, ` ${t("exception.optional")}`)),
    h("div.q__row", {}, control(field, facts, around)),
  );
}

/** @param {Field} field @param {Facts} facts @param {Around} around @returns {Node[]} */
function control(field, facts, around) {
  const { name, kind, label } = field;
  const value = facts[name];
  const one = (/** @type {string | number} */ each, /** @type {string} */ words, spoken = words) =>
    key({
      label: words, id: `${name}-${each}`, name: spoken, pressed: value === each,
      // a fact that need not be told can be taken back
      tap: () => around.set(name, value === each && !field.required ? undefined : each),
    });
  switch (kind) {
    case "spot":
    case "dealer_or_spot":
      return [
        ...spotsOf(around.picture).map((spot) => one(spot, spot, t("felt.spot", { spot }))),
        ...(kind === "dealer_or_spot" ? [widened(one("dealer", t("felt.dealer")))] : []),
      ];
    case "spots": {
      const chosen = /** @type {string[]} */ (value ?? []);
      return spotsOf(around.picture).map((spot) =>
        key({
          label: spot, id: `${name}-${spot}`, name: t("felt.spot", { spot }), pressed: chosen.includes(spot),
          tap: () => around.set(name, chosen.includes(spot) ? chosen.filter((each) => each !== spot) : [...chosen, spot].sort()),
        }));
    }
    case "choice":
    case "role":
      return field.options.map((option) => widened(one(option.value, option.label)));
    case "one_of_cards":
      return (facts.cards ?? []).map((/** @type {string} */ card) =>
        key({ label: [{ card }], id: `${name}-${card}`, pressed: value === card, tap: () => around.set(name, value === card ? undefined : card) }));
    case "card":
      return [openerOf(field, value && [silent(cardPicture(value)), h("span.vh", {}, `${face(value).spoken}, `)], around)];
    case "cards":
      return cardsOf(field, value ?? [], around);
    case "total":
      if (!needsChooser(field)) return upTo(Number(field.least), Number(field.most)).map((n) => one(n, String(n)));
      return [openerOf(field, given(value) && [String(value)], around)];
    case "amounts":
      return (facts.spots ?? []).map((/** @type {string} */ spot, /** @type {number} */ at) =>
        openerOf({ ...field, name: `${name}.${at}`, label: `${label}, ${t("felt.spot_low", { spot })}` }, [`${spot}: `, value?.[at] ? money(value[at]) : "—"], around));
    default:
      return [openerOf(field, given(value) && [kind === "amount" ? money(value) : String(value)], around)];
  }
}

/** @param {HTMLElement} made */
function widened(made) {
  made.classList.add("key--wide");
  return made;
}

/** @param {Field} field @param {Array<Node | string> | false | undefined | ""} kids  what was picked @param {Around} around */
const openerOf = (field, kids, around) =>
  opener(
    { id: `open-${field.name}`, open: around.open === field.name, tap: () => around.toggle(field.name) },
    h("span.vh", {}, `${field.label}: `),
    // what shows itself as a card says in words that it can be changed; an amount is its own key
    ...(kids ? [...kids, h(typeof kids[0] === "string" ? "span.vh" : "span", {}, t("exception.change"))] : [icon("plus"), h("span", {}, t("exception.choose"))]),
  );

/** @param {Element} drawn */
function silent(drawn) {
  drawn.removeAttribute("role");
  drawn.removeAttribute("aria-label");
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}

/** Each taken back by a tap on it, one more by the key beside. @param {Field} field @param {string[]} cards @param {Around} around */
function cardsOf(field, cards, around) {
  const made = cards.map((card, at) =>
    h("button.key.opener", {
      type: "button", id: `${field.name}-${at}`, onclick: () => around.set(field.name, cards.filter((_, place) => place !== at), { stay: true }),
    }, h("span.vh", {}, t("exception.take_off", { card: "" })), pc(card), icon("x")));
  const more = opener(
    { id: `open-${field.name}`, open: around.open === field.name, tap: () => around.toggle(field.name) },
    icon("plus"), h("span.vh", {}, `${field.label}: `), h("span", {}, t(cards.length ? "exception.more_cards" : "exception.choose")),
  );
  return cards.length >= (field.most ?? 8) ? made : [...made, more];
}

/**
 * The chooser that is open, in the place where the prescription will be.
 * @param {Form} form @param {Facts} facts @param {Around} around
 */
export function chooser(form, facts, around) {
  if (!around.open) return null;
  const [name, at] = around.open.split(".");
  const field = form.fields.find((each) => each.name === name);
  if (!field) return null;
  const { label } = field;
  if (field.kind === "card") return cardChooser({ label, pick: (card) => around.set(name, card) });
  if (field.kind === "cards") {
    const cards = /** @type {string[]} */ (facts[name] ?? []);
    return cardChooser({ label, pick: (card) => around.set(name, [...cards, card], { stay: cards.length + 1 < (field.least ?? 1) }) });
  }
  if (field.kind === "total")
    return totalChooser({ label, least: Number(field.least), most: Number(field.most), value: facts[name], pick: (n) => around.set(name, n) });
  const list = field.kind === "amounts";
  const spot = list ? facts.spots?.[Number(at)] : facts.spot;
  const pick = (/** @type {number | undefined} */ n, /** @type {boolean} */ done) => {
    if (!list) return around.set(name, n, { stay: !done });
    const amounts = (facts.spots ?? []).map((/** @type {string} */ _, /** @type {number} */ place) => (place === Number(at) ? (n ?? 0) : (facts[name]?.[place] ?? 0)));
    around.set(name, amounts, { stay: !done });
  };
  return numberChooser({
    label, pick, amount: field.kind !== "count",
    value: list ? facts[name]?.[Number(at)] || undefined : facts[name],
    known: field.kind === "count" ? [] : knownAmounts({ ...facts, [name]: undefined }, around.picture, spot),
    chips: field.kind === "count" ? [1, 5, 10, 50] : chipsOf(around.picture?.house),
  });
}

/** Amounts that it may well be: the bet, half of it, three halves; the limits. @param {Facts} facts @param {any} picture @param {string} [spot] */
function knownAmounts(facts, picture, spot) {
  const bets = betsOf(picture, spot).flatMap((bet) => [bet, Math.floor(bet / 2), Math.floor((bet * 3) / 2)]);
  const told = [facts.amount, facts.due].filter(Number);
  const limits = bets.length || told.length ? [] : [picture?.house?.min, picture?.house?.max].filter(Number);
  return [...new Set([...bets, ...told, ...limits])].slice(0, 5);
}

/** @param {any} house */
function chipsOf(house) {
  if (house && house.currency !== "CLP") return SMALL_CHIPS;
  return CHIPS.filter((chip) => chip >= Math.max(house?.chip ?? 0, (house?.min ?? 0) / 10)).slice(0, 6);
}
