// felt.js: the half-moon, from a scene. The places are those of pitboss/drawing/table.py, number for number: dealer
// nearest, spot 1 on the left, as the pit boss sees it; turned round ("girar vista") it is what the camera sees.

import { drawn, spoken } from "./card.js";
import { s } from "./parts.js";
import { count, money, t, tn } from "./words.js";

/**
 * @typedef {{card: string | null, order?: number | null, face?: string, counts?: boolean, hot?: boolean}} Lying
 * @typedef {{spot: string, cards: Lying[], total: number, soft: boolean, state: string}} Hand
 * @typedef {{on: string, amount: number, hand?: string}} Bet
 * @typedef {{spot: string, bets: Bet[], hands: Hand[]}} Seat
 * @typedef {{left: number, decks: number, behind?: number | null, cut_out?: boolean}} Shoe
 * @typedef {{round?: number | null, phase: string, spots: Seat[], dealer: Hand, burned: unknown[], limbo?: unknown[],
 *   shoe: Shoe | null, turn: string | null, next?: string | null}} Scene
 * @typedef {{hot?: boolean, title?: string, note?: string}} Mark  what a finding says about a hand, in its place
 */

const WIDTH = 792;
const HEIGHT = 392;
/** Middle and top of each spot. @type {Record<string, [number, number]>} */
const PLACES = { 1: [78, 164], 2: [176, 66], 3: [286, 28], 4: [396, 16], 5: [506, 28], 6: [616, 66], 7: [714, 164] };
const CARD = { width: 46, height: 64 };
const STEP = 29;
const HAND_WIDTH = 108;
const LABEL_WIDTH = 70;
const BLOCK = 132; // number, cards and pill of a spot with one hand
const DEALER = { middle: 396, top: 270, scale: 84 / 64, width: 330 };

/**
 * The table as an element. Spots are buttons where `tap` is given: a tap, Enter or the space bar says which one.
 * @param {Scene} scene
 * @param {{flip?: boolean, marks?: Record<string, Mark>, next?: string | null, tap?: (spot: string) => void,
 *   label?: string, shoe?: boolean, large?: boolean}} [as]  large: for a phone, numbers and totals set larger
 *   `marks` by hand (`3`, `3.2`, `dealer`); `next` is where the next card is due (the scene's own, if left out)
 * @returns {SVGElement}
 */
export function felt(scene, { flip = false, marks = {}, next = scene.next ?? null, tap, label, shoe = true, large = false } = {}) {
  const seats = new Map(scene.spots.map((seat) => [String(seat.spot), seat]));
  const told = label ? `${label}. ${words(scene)}` : words(scene);
  const crowded = (seats.get("4")?.hands.length ?? 0) > 2;
  const turning = flip ? `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` : null;
  return s(
    "svg.tbl.tbl--floor", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: tap ? "group" : "img", "aria-label": told },
    s("path.tbl__felt", { d: "M4 388V262C4 92 168 3 396 3s392 89 392 259v126z", transform: turning }),
    Object.keys(PLACES).map((number) => spot(number, seats.get(number), scene.turn, next, { flip, marks, tap, large })).flat(),
    dealer(scene.dealer, scene.turn === "dealer", next === "dealer", { crowded, flip, mark: marks.dealer, tap }),
    shoe && scene.shoe && shoeCorner(scene.shoe, flip),
    shoe && scene.shoe && discardCorner(scene, flip),
  );
}

/** The table in one paragraph, for those who hear it. @param {Scene} scene */
export function words(scene) {
  const said = [];
  for (const seat of scene.spots) {
    const dealt = seat.hands.filter((hand) => hand.cards.length);
    said.push(...dealt.map((hand) => handWords(t("felt.spot_low", { spot: hand.spot }), hand)));
    if (!dealt.length && seat.bets.length) said.push(t("felt.said_no_cards", { spot: seat.spot }));
  }
  if (scene.dealer?.cards.length) said.push(handWords(t("felt.dealer_low"), scene.dealer));
  return said.join("; ") || t("felt.said_empty");
}

/** @param {string} name @param {Hand} hand */
const handWords = (name, hand) =>
  t("felt.said_hand", { name, cards: hand.cards.map((lying) => spoken(lying.card)).join(", "), total: hand.total });

/**
 * @param {string} number
 * @param {Seat | undefined} seat
 * @param {string | null} turn
 * @param {string | null} next
 * @param {{flip: boolean, marks: Record<string, Mark>, tap?: (spot: string) => void, large: boolean}} as
 */
function spot(number, seat, turn, next, { flip, marks, tap, large }) {
  const hands = (seat?.hands ?? []).filter((hand) => hand.cards.length);
  const [x, y] = PLACES[number];
  const middle = flip ? WIDTH - x : x;
  const extra = hands.length > 1 ? lowest(number, hands.length) - BLOCK : 0;
  const top = flip ? Math.max(0, HEIGHT - y - BLOCK - Math.max(0, extra)) : y;
  const bet = betOf(seat?.bets ?? []);
  let [numberX, size] = [middle, 17];
  if (bet.main) {
    // neighbours are near: a long label is set smaller, never into the next number
    size = Math.max(12, Math.min(17, (17 * LABEL_WIDTH) / (setWidth(bet.main, 17) + setWidth(bet.also, 13))));
    const wide = setWidth(bet.main, size) + setWidth(bet.also, (size * 13) / 17);
    // the rim of the felt is near at both ends
    numberX = Math.min(Math.max(middle - (26 + 6 + wide) / 2 + 13, 20), WIDTH - 20 - 19 - wide);
  }
  const due = next !== null && next.split(".")[0] === number;
  const bare = due && !hands.length;
  const seen = s(
    "g", { "aria-hidden": tap ? true : null },
    s(`circle.tbl__no${due ? ".tbl__no--due" : ""}`, { cx: numberX, cy: top + 10, r: large ? 17 : 13 }),
    s("text.tbl__no-t", { x: numberX, y: top + (large ? 18 : 15), "font-size": large ? 23 : 15, "text-anchor": "middle" }, number),
    bet.main && s(
      "text.tbl__bet", { x: numberX + 19, y: top + 15, dy: 1, "font-size": size }, bet.main,
      bet.also && s("tspan.tbl__note", { "font-size": (size * 13) / 17 }, bet.also),
    ),
    hands.length
      ? placed(number, hands, middle, top, turn, due && hands.length === 1, marks, large)
      : [
          s(`rect.tbl__slot${bare ? ".tbl__slot--due" : ""}`, { x: middle - CARD.width / 2, y: top + 30, width: CARD.width, height: CARD.height, rx: 5 }),
          s("text.tbl__empty", { x: middle, y: top + 114, "font-size": 14, "text-anchor": "middle" }, t(seat?.bets.length ? "felt.no_cards" : "felt.no_bet")),
        ],
  );
  const place = { x: middle - 52, y: top, width: 104, height: BLOCK + Math.max(0, extra), rx: 10 };
  return [seen, tap && button(number, place, spotWords(number, seat, hands, turn, due), tap)];
}

/** How deep the hands of a spot reach, from its top. @param {string} number @param {number} hands */
function lowest(number, hands) {
  const ends = number === "1" || number === "7";
  if (hands === 2 && !ends) return 104 + BLOCK;
  return 30 + (ends ? 44 : 51) * hands;
}

/**
 * One hand hangs under its number; two stand one below the other; more become a small column. At the ends of the
 * table the column has less room, so that two hands are already small there.
 * @param {string} number @param {Hand[]} hands @param {number} middle @param {number} top @param {string | null} turn
 * @param {boolean} due @param {Record<string, Mark>} marks @param {boolean} large
 */
function placed(number, hands, middle, top, turn, due, marks, large) {
  const ends = number === "1" || number === "7";
  if (hands.length === 1 || (hands.length === 2 && !ends))
    return hands.map((hand, place) => handAt(hand, middle, top + 30 + 104 * place, 1, { turn: hand.spot === turn, due, mark: marks[hand.spot], large }));
  const [scale, row] = ends ? [0.62, 44] : [0.72, 51];
  return hands.map((hand, place) =>
    handAt(hand, middle, top + 30 + row * place, scale, { turn: hand.spot === turn, due, mark: marks[hand.spot], beside: true }));
}

/**
 * @param {Hand} hand @param {number} middle @param {number} top @param {number} scale
 * @param {{turn: boolean, due: boolean, mark?: Mark, beside?: boolean, large?: boolean}} as
 */
function handAt(hand, middle, top, scale, { turn, due, mark, beside = false, large = false }) {
  const step = stepOf(hand.cards.length, HAND_WIDTH / scale - (beside ? 50 : 0));
  const width = CARD.width + step * (hand.cards.length - 1);
  const total = hand.state === "natural" ? "BJ" : String(hand.total);
  const note = beside || large ? "" : (mark?.note ?? noteOf(hand));
  const [size, tall] = large && !beside ? [28, 36] : [18, 26];
  const pill = 18 + setWidth(total, size) + (note ? 6 + setWidth(note, 14) : 0);
  const left = middle - (beside ? HAND_WIDTH / 2 : (width * scale) / 2);
  let [pillX, pillY] = beside ? [width + 4, (CARD.height - 26) / 2] : [(width - pill) / 2, CARD.height + 6];
  // a long pill at either end of the table must stay on the felt
  if (!beside) pillX += Math.max(0, 8 - (left + pillX)) - Math.max(0, left + pillX + pill - (WIDTH - 8));
  return s(
    "g", { transform: `translate(${short(left)} ${short(top)})${scale === 1 ? "" : ` scale(${scale})`}` },
    cardsOf(hand.cards, step),
    s(`rect.tbl__pill${mark?.hot ? ".tbl__hot-bg" : ""}`, { x: short(pillX), y: pillY, width: short(pill), height: tall, rx: tall / 2 }),
    s("text.tbl__total", { x: short(pillX + 9), y: pillY + tall / 2 + size / 3, "font-size": size }, total),
    note && s("text.tbl__note", { x: short(pillX + 9 + setWidth(total, size) + 6), y: pillY + 19, "font-size": 14 }, note),
    (turn || due) && s(`rect.tbl__turn${turn ? "" : ".tbl__turn--due"}`, { x: -6, y: -6, width: short(width + 12), height: CARD.height + 12, rx: 9 }),
  );
}

/** @param {Lying[]} cards @param {number} step */
const cardsOf = (cards, step) =>
  cards.map((lying, place) => drawn(lying, { x: short(step * place), uncovered: place === cards.length - 1 || step >= CARD.width }));

/**
 * @param {Hand | undefined} hand @param {boolean} turn @param {boolean} due
 * @param {{crowded: boolean, flip: boolean, mark?: Mark, tap?: (spot: string) => void}} as
 *   crowded: spot 4 reaches down to the dealer, so whose turn it is stands at the side
 */
function dealer(hand, turn, due, { crowded, flip, mark, tap }) {
  const cards = hand?.cards ?? [];
  const step = cards.length > 1 ? Math.min(50, (DEALER.width / DEALER.scale - CARD.width) / (cards.length - 1)) : 50;
  const width = (CARD.width + step * Math.max(cards.length - 1, 0)) * DEALER.scale;
  const left = DEALER.middle - width / 2;
  const top = flip ? HEIGHT - DEALER.top - 84 : DEALER.top;
  const side = left + width + 24;
  const turnAt = crowded ? { x: side, y: top + 24, "text-anchor": "start" } : { x: 396, y: flip ? top + 114 : top - 18, "text-anchor": "middle" };
  // the card that is out of place is told beside it
  const odd = cards.find((lying) => lying.hot);
  const [title, note] = [mark?.title ?? (odd && t(odd.counts === false ? "felt.extra" : "felt.misplaced")), mark?.note ?? (odd?.counts === false && t("felt.not_counting"))];
  const said = [t("felt.dealer")];
  if (cards.length && hand) said.push(handWords("", hand).replace(/^[:\s]+/, ""));
  if (turn) said.push(t("felt.turn_low"));
  const seen = s(
    "g", { "aria-hidden": tap ? true : null },
    turn && s("rect.tbl__turn", { x: short(left - 10), y: top - 10, width: short(width + 20), height: 104, rx: 12 }),
    turn && s("text.tbl__turn-t", { ...turnAt, "font-size": 15 }, t("felt.turn_dealer")),
    cards.length
      ? s("g", { transform: `translate(${short(left)} ${top}) scale(${DEALER.scale})` }, cardsOf(cards, step))
      : s(`rect.tbl__slot${due ? ".tbl__slot--due" : ""}`, { x: DEALER.middle - 30, y: top, width: 60, height: 84, rx: 6 }),
    s("text.tbl__k", { x: short(left - 24), y: top + 20, "font-size": 15, "text-anchor": "end" }, t("felt.dealer")),
    cards.length > 0 && s("text.tbl__total", { x: short(left - 24), y: top + 60, "font-size": 36, "text-anchor": "end" }, String(hand?.total || "")),
    cards.length > 0 && hand?.soft && s("text.tbl__note", { x: short(left - 24), y: top + 82, "font-size": 15, "text-anchor": "end" }, t("felt.soft")),
    title && s("text.tbl__hot-t", { x: short(side), y: top + (crowded && turn ? 46 : 24), "font-size": 16 }, title),
    note && s("text.tbl__note", { x: short(side), y: top + (crowded && turn ? 68 : 46), "font-size": 15 }, note),
  );
  const place = { x: left - 100, y: top - 10, width: width + 112, height: 104, rx: 12 };
  return [seen, tap && button("dealer", place, said.join(", "), tap)];
}

/** Cards left, in the corner where the shoe stands. @param {Shoe} shoe @param {boolean} flip */
function shoeCorner(shoe, flip) {
  const [x, y, anchor] = flip ? [618, 4, "end"] : [24, 316, "start"];
  const text = flip ? 768 : x;
  const share = 150 / (52 * (shoe.decks || 6));
  const behind = shoe.behind ?? null;
  const cut = behind === null ? 0 : behind * share;
  const tail = shoe.cut_out ? t("felt.cut_out") : behind === null ? t("felt.no_cut") : t("felt.cut_in", { n: count(Math.max(0, shoe.left - behind)) });
  return s(
    "g", {},
    s("text.tbl__k", { x: text, y: y + 16, "font-size": 15, "text-anchor": anchor }, t("felt.shoe")),
    s("text.tbl__bet", { x: text, y: y + 37, "font-size": 17, "text-anchor": anchor }, count(shoe.left), s("tspan.tbl__note", { "font-size": 15 }, ` ${tn("felt.cards", shoe.left)} · ${tail}`)),
    s("rect.gauge__rail", { x, y: y + 46, width: 150, height: 8, rx: 2 }),
    s("rect.gauge__fill", { x, y: y + 46, width: short(Math.min(150, shoe.left * share)), height: 8, rx: 2 }),
    behind !== null && s("rect.gauge__behind", { x, y: y + 46, width: short(Math.min(cut, shoe.left * share)), height: 8, rx: 2 }),
    behind !== null && s("path.gauge__cut", { d: `M${short(x + cut)} ${y + 42}v16` }),
  );
}

/** @param {Scene} scene @param {boolean} flip */
function discardCorner(scene, flip) {
  const lying = [scene.dealer, ...scene.spots.flatMap((seat) => seat.hands)].reduce((sum, hand) => sum + (hand?.cards.length ?? 0), 0);
  const shoe = /** @type {Shoe} */ (scene.shoe);
  const gone = Math.max(0, 52 * (shoe.decks || 6) - shoe.left - lying - (scene.limbo?.length ?? 0));
  const [x, y, anchor] = flip ? [24, 4, "start"] : [768, 316, "end"];
  return s(
    "g", {},
    s("text.tbl__k", { x, y: y + 16, "font-size": 15, "text-anchor": anchor }, t("felt.discard")),
    s("text.tbl__bet", { x, y: y + 37, "font-size": 17, "text-anchor": anchor }, count(gone), s("tspan.tbl__note", { "font-size": 15 }, ` ${tn("felt.cards", gone)}`)),
    s("text.tbl__note", { x, y: y + 58, "font-size": 15, "text-anchor": anchor }, tn("felt.burned", scene.burned.length)),
  );
}

/**
 * A place that can be tapped, over what is drawn there. It has a name and no text of its own, so that a voice says the
 * name and nothing twice.
 * @param {string} spot @param {import("./parts.js").Props} place @param {string} name @param {(spot: string) => void} tap
 */
function button(spot, place, name, tap) {
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    tap(spot);
  };
  return s(
    "g.spot", { role: "button", tabindex: 0, "data-spot": spot, "aria-label": name, onclick: () => tap(spot), onkeydown: pressed },
    s("rect.spot__touch", place),
  );
}

/** @param {string} number @param {Seat | undefined} seat @param {Hand[]} hands @param {string | null} turn @param {boolean} due */
function spotWords(number, seat, hands, turn, due) {
  const bet = betOf(seat?.bets ?? []);
  const said = [t("felt.spot", { spot: number }), bet.main ? t("felt.said_bet", { amount: bet.main + bet.also }) : t("felt.no_bet")];
  for (const hand of hands) {
    said.push(handWords(hands.length > 1 ? t("felt.spot_low", { spot: hand.spot }) : "", hand).replace(/^[:\s]+/, "") + (noteOf(hand) && `, ${noteOf(hand)}`));
    if (hand.spot === turn) said.push(t("felt.turn_low"));
  }
  if (due) said.push(t("felt.due_low"));
  return said.join(", ");
}

/** The main bet, and in small +PP for a bet on Perfect Pairs, +S for insurance. @param {Bet[]} bets */
function betOf(bets) {
  if (!bets.length) return { main: "", also: "" };
  const main = bets.reduce((sum, bet) => sum + ((bet.on ?? "main") === "main" ? bet.amount : 0), 0);
  const on = new Set(bets.map((bet) => bet.on));
  const also = [["perfect_pairs", "PP"], ["insurance", t("felt.insurance_mark")]].filter(([name]) => on.has(name)).map(([, mark]) => ` +${mark}`);
  return { main: money(main), also: also.join("") };
}

/** @param {Hand} hand */
const noteOf = (hand) => (["bust", "doubled", "surrendered", "void"].includes(hand.state) ? t(`felt.hand_${hand.state}`) : "");

/** @param {number} cards @param {number} room */
const stepOf = (cards, room) => (cards < 2 ? STEP : Math.min(STEP, (room - CARD.width) / (cards - 1)));

/** About how wide Inter sets a short label; good to a few pixels, which is what centring needs. @param {string} text @param {number} size */
const setWidth = (text, size) =>
  [...text].reduce((sum, letter) => sum + (".,·il".includes(letter) ? 0.29 : letter === " " ? 0.3 : 0.585), 0) * size;

/** @param {number} value */
const short = (value) => Math.round(value * 10) / 10;

/** Middle of each spot on the small half-moon, 360 by 180. @type {Record<string, [number, number]>} */
const SMALL = { 1: [38, 110], 2: [80, 64], 3: [130, 40], 4: [180, 32], 5: [230, 40], 6: [280, 64], 7: [322, 110] };

/**
 * The half-moon of the wall: totals only. A split spot shows the total that is its turn, and how many hands it has.
 * @param {Scene} scene
 * @param {{label: string, hot?: string[]}} as  hot: hands that an open finding is about
 */
export function tileFelt(scene, { label, hot = [] }) {
  const seats = new Map(scene.spots.map((seat) => [String(seat.spot), seat]));
  const hotSpots = new Set(hot.map((spot) => spot.split(".")[0]));
  const small = Object.entries(SMALL).map(([number, [x, y]]) => {
    const seat = seats.get(number);
    const hands = (seat?.hands ?? []).filter((hand) => hand.cards.length);
    const isHot = hotSpots.has(number);
    if (!hands.length) {
      if (!seat?.bets.length && !isHot) return s("circle.tbl__slot", { cx: x, cy: y, r: 13 });
      return pill(x, y, 40, 32, seat?.bets.length ? "–" : "", { hot: isHot, turn: false });
    }
    const shown = hands.find((hand) => hand.spot === scene.turn) ?? hands[0];
    const total = shown.state === "natural" ? "BJ" : String(shown.total);
    const turn = hands.some((hand) => hand.spot === scene.turn);
    return [pill(x, y, 40, 32, total, { hot: isHot, turn }), hands.length > 1 && s("text.tbl__note", { x, y: y + 31, "font-size": 13, "text-anchor": "middle" }, `× ${hands.length}`)];
  });
  const dealt = scene.dealer?.cards.length ?? 0;
  const only = dealt === 1 ? scene.dealer.cards[0].card : null;
  const total = dealt ? (only?.[0] === "A" ? "A" : String(scene.dealer.total || "")) : "";
  return s(
    "svg.tbl", { viewBox: "0 0 360 180", role: "img", "aria-label": `${label}: ${words(scene)}` },
    s("path.tbl__felt", { d: "M3 177V124C3 42 78 2 180 2s177 40 177 122v53z" }),
    small.flat(),
    s("text.tbl__k", { x: 146, y: 157, "font-size": 18, "text-anchor": "end" }, t("felt.dealer")),
    pill(180, 150, 52, 36, total, { hot: hotSpots.has("dealer"), turn: scene.turn === "dealer", size: 22 }),
  );
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} total @param {{hot: boolean, turn: boolean, size?: number}} as */
const pill = (x, y, width, height, total, { hot, turn, size = 19 }) =>
  s(
    "g", {},
    s(`rect.tbl__pill${hot ? ".tbl__hot-bg" : ""}`, { x: x - width / 2, y: y - height / 2, width, height, rx: 6 }),
    s("text.tbl__total", { x, y: y + (size > 20 ? 8 : 7), "font-size": size, "text-anchor": "middle" }, total),
    turn && s("rect.tbl__turn", { x: x - width / 2 - 3, y: y - height / 2 - 3, width: width + 6, height: height + 6, rx: 9 }),
  );
