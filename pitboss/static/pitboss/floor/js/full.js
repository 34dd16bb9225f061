// full.js: full mode. Every card is one tap; what that tap would write stands above the cards before it is tapped.

import { betsPanel, seatsRow } from "./bets.js";
import { proposedFor } from "./proposed.js";
import { deck, layout } from "./deck.js";
import { addSetting, setting } from "./frame.js";
import { keyboard } from "./keyboard.js";
import { openingPanel, preparePanel } from "./opening.js";
import { otherPanel } from "./other.js";
import { ACTIONS, WINDOWS, actionFor, active, aim, beginsDeal, cardEvents, roundOf } from "./plan.js";
import { announce, fill, h, icon, key, segments } from "./parts.js";
import { correctPanel } from "./rewrite.js";
import { settlePanel } from "./settle.js";
import { insurance, whose, spotName } from "./spots.js";
import { money, t, tn } from "./words.js";
import { dealtCards, did } from "./written.js";

addSetting({ name: "pad", label: t("full.pad"), otherwise: layout(), of: [{ value: "all", label: t("full.pad_all") }, { value: "two", label: t("full.pad_two") }] });
addSetting({ name: "keyboard", label: t("full.keyboard"), otherwise: "on", of: [{ value: "on", label: t("frame.on") }, { value: "off", label: t("frame.off") }] });

const NARROW = matchMedia("(max-width: 40em)");
const PATIENCE = 4000; // for the answer to an entry, while the rules run on the server only
/** @typedef {(desk: Desk) => HTMLElement} Panel */
/** @typedef {{words: string, tap: (card: string) => void, done?: {label: string, tap: () => void} | null}} Asking  what the next card is, if it is not dealt */

/** The state of entering at one table, and what every panel can do. */
export class Desk {
  /** @type {string | null} */ armed = null;
  /** @type {"down" | null} */ face = null;
  /** @type {Asking | null} */ asking = null;
  /** @type {Panel | null} */ panel = null;
  /** the pad, where a step would show its panel */
  pad = false;
  /** @type {Promise<any>} */ #turn = Promise.resolve();
  #drawn = "";
  /** @type {Panel | null} */ #panel = null;
  #made = "";
  /** @type {Map<string, any>} payments put right by hand, by the row */
  edits = new Map();

  /** @param {HTMLElement} root @param {any} store */
  constructor(root, store) {
    [this.root, this.store] = [root, store];
    this.saying = h("div.full__say");
    this.keys = h("div.full__keys");
    this.work = h("div.full__work");
    this.deck = deck((card) => this.card(card));
    this.element = h("div.full", {}, this.saying, this.keys, this.work);
    root.append(this.element);
  }

  get picture() { return this.store.state.picture; }
  get draft() { return proposedFor(this.store.state.table?.id, this.picture); }
  get aim() { return aim(this.picture, { armed: this.armed, draft: this.draft }); }

  /** Does the picture show less than was entered? Without rules at hand it does until the server has answered, which
   *  a slow network may take long for; whose the next card is cannot be told from it. */
  get stale() {
    const { source, unsent } = this.store.state;
    return source !== "engine" && unsent > 0;
  }

  /** Is that to be said? Not of the moment that an answer takes. */
  get #slow() { return this.stale && (!this.store.state.online || this.element.getAttribute("aria-busy") !== "true"); }

  /** One thing after the other: a second tap is meant for what the first one leaves. @param {() => any} work @returns {Promise<void>} */
  tap(work) {
    this.element.setAttribute("aria-busy", "true");
    const next = this.#turn.then(work).catch((why) => {
      if (why?.name !== "AbortError") announce(t("full.not_written"), { urgent: true });
    }).then(() => {
      if (this.#turn === next) this.element.setAttribute("aria-busy", "false");
      this.draw();
    });
    this.#turn = next;
    return next;
  }

  /** @param {Array<Record<string, any>>} events */
  write(events) {
    return this.tap(() => this.say(events));
  }

  /** Inside a tap: write, and wait until the picture shows it. @param {Array<Record<string, any>>} events */
  async say(events) {
    const seen = this.picture?.seq;
    this.rest();
    await this.store.say(events);
    await this.shown(seen);
  }

  /** @param {number} seen */
  async shown(seen) {
    if (this.picture?.seq !== seen || !this.store.state.online) return;
    await new Promise((done) => {
      const stop = this.store.subscribe((/** @type {any} */ { picture }) => picture?.seq !== seen && end());
      const late = setTimeout(() => end(), PATIENCE);
      const end = () => {
        clearTimeout(late);
        queueMicrotask(() => stop());
        done(null);
      };
    });
  }

  /** Back to where the next card goes by itself. */
  rest() {
    [this.armed, this.face, this.asking, this.panel, this.pad] = [null, null, null, null, false];
    this.edits.clear();
  }

  /** @param {Panel | null} panel */
  show(panel) {
    this.panel = panel;
    this.draw();
    const first = /** @type {HTMLElement | null} */ (panel && this.work.querySelector("[data-first], .sub button"));
    first?.focus({ preventScroll: true });
  }

  /** The next card goes there. @param {string | null} spot */
  arm(spot) {
    [this.armed, this.panel, this.pad, this.asking] = [spot, null, true, null];
    this.draw();
    if (spot !== null) announce(t("full.card_for", { to: whose(spot) }));
  }

  /** The next card tapped is for this. @param {Asking} asking */
  ask(asking) {
    [this.asking, this.panel, this.pad] = [asking, null, true];
    this.draw();
    announce(asking.words);
  }

  /** A card was tapped. @param {string} card */
  card(card) {
    if (this.asking) return this.asking.tap(card);
    return this.tap(() => {
      const { picture } = this;
      const burn = this.#burnsFirst;
      if (burn && !this.armed) return this.say([{ ...burn, card }]);
      const where = this.aim;
      if (where.to === null || (this.stale && !this.armed)) return this.show(otherPanel.whom(t("full.whom", {}), (spot) => this.tap(() => this.say(this.#dealtTo(spot, card))), { card }));
      return this.say(cardEvents(picture, card, where, { face: this.face }));
    });
  }

  /** A card for a spot that was chosen. What waits may have opened the round, which a picture that is behind does not show.
   *  @param {string} to @param {string} card */
  #dealtTo(to, card) {
    const { picture, aim: where } = this;
    const last = this.stale && this.store.stream.findLast((/** @type {any} */ { event }) => event?.kind === "round_opened" || event?.kind === "round_closed");
    return cardEvents(picture, card, { ...where, to, ...(last?.event.kind === "round_opened" && { opens: null }) });
  }

  /** The first burn of a shoe, where it is what comes next. */
  get #burnsFirst() {
    const next = this.picture.expects.step === "prepare" ? this.picture.expects.next : [];
    return next.length === 1 ? next[0].events.find((/** @type {any} */ event) => event.kind === "burned") : null;
  }

  /** A key of the decisions. @param {string} action */
  act(action) {
    return this.tap(() => {
      const { spots } = actionFor(this.picture, action, this.armed);
      if (spots.length === 1) return this.say([this.decided(action, spots[0])]);
      return this.show(otherPanel.decides(action, spots));
    });
  }

  /** @param {string} action @param {string} spot @param {number} [amount] */
  decided(action, spot, amount) {
    const much = amount ?? (action === "insurance" ? insurance(this.picture, spot) || null : null);
    return { kind: "acted", spot, action, ...(much && { amount: much }) };
  }

  undo() {
    return this.tap(async () => {
      const seen = this.picture?.seq;
      const words = did(this.store);
      this.rest();
      await this.store.undo();
      await this.shown(seen);
      announce(t("full.undone", { what: words }));
    });
  }

  /** Confirm what is proposed: the payments, or the one key that a step has. */
  confirm() {
    const first = /** @type {HTMLElement | null} */ (this.work.querySelector("[data-confirm]"));
    first?.click();
    return Boolean(first);
  }

  // ── drawing ──

  /** The panel that the step itself shows, none while cards are tapped. @param {any} picture @returns {Panel | null} */
  #own({ expects, proposal }) {
    if (this.asking || this.pad) return null;
    if (expects.step === "open_table") return openingPanel;
    if (expects.step === "prepare" && !this.#burnsFirst) return preparePanel;
    return proposal && proposal.when !== "may" ? settlePanel : null;
  }

  draw() {
    const { picture, table } = this.store.state;
    if (!picture || !this.root.isConnected) return;
    const step = picture.expects.step;
    const panel = this.panel ?? this.#own(picture);
    // built once: what is typed in it stays, whatever is heard meanwhile
    const made = panel ? `${picture.seq} ${this.edits.size}` : "";
    if (!panel) this.#put(this.deck.element);
    else if (panel !== this.#panel || (panel !== this.panel && made !== this.#made)) this.#put(panel(this));
    [this.#panel, this.#made] = [panel, made];
    const onDeck = this.work.firstChild === this.deck.element;
    const now = JSON.stringify([picture.seq, picture.expects, this.armed, this.face, this.asking?.words, this.asking?.done?.label, Boolean(this.panel), this.pad, this.draft, this.#slow, table?.id, this.store.canUndo && did(this.store), onDeck]);
    this.element.dataset.stale = this.stale ? "yes" : "no";
    if (now === this.#drawn) return;
    this.#drawn = now;
    Object.assign(this.element.dataset, { step, to: (onDeck && !this.asking && this.aim.to) || "" });
    fill(this.saying, this.#words(onDeck), h("div.full__side", {}, this.#aside(onDeck).flat()));
    const bets = beginsDeal(picture) && !this.panel && !this.asking && step !== "card";
    this.keys.classList.toggle("full__keys--seats", bets);
    this.keys.hidden = !onDeck && !bets;
    fill(this.keys, bets ? seatsRow(this) : this.#decisions());
    document.dispatchEvent(new CustomEvent("floor:aim", { detail: { spot: onDeck && !this.asking ? this.aim.to : null, armed: this.armed !== null } }));
  }

  /** @param {HTMLElement} element */
  #put(element) {
    if (this.work.firstChild === element) return;
    this.work.classList.toggle("full__work--panel", element !== this.deck.element);
    fill(this.work, element);
  }

  /** What a card tapped now would do. @param {boolean} onDeck */
  #words(onDeck) {
    const { picture } = this;
    const { expects } = picture;
    if (this.asking) return h("div.full__next", {}, h("p.full__to", {}, segments(this.asking.words)));
    if (!onDeck) return h("div.full__next", {}, h("p.full__to", {}, expects.words));
    if (this.#burnsFirst) return h("div.full__next", {}, h("p.full__to", {}, t("full.burn_first")), h("p.full__then", {}, t("full.burn_seen")));
    const { to, implied, opens, extra } = this.aim;
    if (to === null) return h("div.full__next", {}, h("p.full__to", {}, expects.words));
    const then = [];
    if (opens?.length) then.push(tn("full.with_bets", opens.length, { round: roundOf(picture) }));
    else if (opens) then.push(t("full.with_closing", { round: roundOf(picture) }));
    if (implied.length) then.push(tn("full.implied", implied.length, { spots: implied.map(({ spot, total }) => `${spot} (${total})`).join(", ") }));
    if (extra) then.push(t(beginsDeal(picture) ? "full.no_bets" : "full.extra"));
    if (this.face === "down" || (!this.armed && expects.face === "down" && to === expects.to)) then.push(t("full.face_down"));
    if (expects.card && to === expects.to) then.push(t("full.known"));
    if (this.#slow) then.push(t("full.stale"));
    const hand = active(picture, this.armed);
    const decides = !this.armed && expects.step === "decision" && hand ? t("full.decides", { who: spotName(to), total: hand.total }) : t("full.card_for", { to: whose(to) });
    return h("div.full__next", {}, h("p.full__to", { "data-to": to }, decides), then.length > 0 && h("p.full__then", {}, segments(then.join(" · "))));
  }

  /** Keys beside the words. @param {boolean} onDeck */
  #aside(onDeck) {
    const { picture, store } = this;
    const back = this.asking || this.armed || this.face || (this.pad && !this.panel);
    return [
      this.asking?.done && key({ label: this.asking.done.label, kind: "primary", id: "asked", tap: this.asking.done.tap }),
      !back && onDeck && this.#burnsFirst && key({ label: t("full.unseen"), icon: "burn", id: "unseen", tap: () => this.write([/** @type {any} */ (this.#burnsFirst)]) }),
      this.armed && this.armed !== "none" && dealtCards(store).some(({ event }) => event.to === this.armed) && key({ label: t("full.correct_here"), icon: "undo", id: "correct-spot", tap: () => this.show(correctPanel(/** @type {string} */ (this.armed))) }),
      back && key({ label: t("full.cancel"), icon: "x", id: "cancel", tap: () => { this.rest(); this.draw(); } }),
      !back && onDeck && picture.expects.cut_card && key({ label: t("full.cut_card"), icon: "cut", id: "cut-card", tap: () => this.write([{ kind: "cut_card_out" }]) }),
      !back && onDeck && !beginsDeal(picture) && this.aim.implied.slice(0, 3).map(({ spot }) => key({ label: t("full.another", { spot }), id: `another-${spot}`, tap: () => this.arm(spot) })),
      key({ label: t("full.undo"), small: store.canUndo ? did(store) : "", icon: "undo", id: "undo", legal: store.canUndo, tap: () => this.undo() }),
      !back && !this.panel && key({ label: t("full.other"), id: "other", tap: () => this.show(otherPanel) }),
      key({ label: t("table.irregularity"), icon: "flag", kind: "major", id: "irregularity", tap: () => document.dispatchEvent(new CustomEvent("floor:irregularity", { detail: this.armed ? { spot: this.armed } : {} })) }),
    ];
  }

  #decisions() {
    const { picture } = this;
    const hand = active(picture, this.armed);
    return ACTIONS.filter((action) => action !== "even_money" || picture.house.even_money !== false).map((action) => {
      const { spots, legal } = actionFor(picture, action, this.armed);
      const one = legal && spots.length === 1 ? spots[0] : null;
      const words = [one && (one !== picture.expects.to || WINDOWS[action]) && t("full.of_spot", { spot: one })];
      if (one && action === "insurance") words.push(money(insurance(picture, one)));
      else if (one && (action === "double" || action === "split") && hand) words.push(money(hand.amounts[action]));
      const made = key({ label: t(`full.act_${action}`), small: words.filter(Boolean).join(" · "), id: `act-${action}`, legal, tap: () => this.act(action) });
      made.dataset.for = spots.join(" ");
      return made;
    });
  }
}

/** @type {(() => void) | null} */
let leave = null;

/** @param {HTMLElement} root @param {any} store */
export function mount(root, store) {
  const desk = new Desk(root, store);
  const spot = (/** @type {any} */ { detail }) => {
    const { picture } = desk;
    if (!picture) return;
    if (detail.spot !== "dealer" && beginsDeal(picture) && !desk.asking) desk.show(betsPanel(detail.spot));
    else {
      const meant = otherPanel.handAt(picture, detail.spot, desk.armed);
      desk.arm(meant === desk.armed ? null : meant);
    }
  };
  const changed = () => {
    if (layout() !== (desk.deck.element.classList.contains("pad--two") ? "two" : "all")) desk.deck = deck((card) => desk.card(card));
    desk.draw();
  };
  const stop = store.subscribe(() => desk.draw());
  const silent = keyboard(desk);
  document.addEventListener("floor:spot", spot);
  document.addEventListener("floor:setting", changed);
  NARROW.addEventListener("change", changed);
  leave = () => {
    stop();
    silent();
    document.removeEventListener("floor:spot", spot);
    document.removeEventListener("floor:setting", changed);
    NARROW.removeEventListener("change", changed);
    document.dispatchEvent(new CustomEvent("floor:aim", { detail: null }));
  };
  return leave;
}

/** @param {HTMLElement} root */
export function unmount(root) {
  leave?.();
  leave = null;
  root.replaceChildren();
}
