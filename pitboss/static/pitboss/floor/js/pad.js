// pad.js: whom, and the six digits. One component for signing in, switching, unlocking and signing; it knows no
// server: `enter(badge, pin)` is asked, and what it answers is put into words here.

import { h, icon } from "./parts.js";
import { clock, t, tn, told } from "./words.js";

/**
 * @typedef {{badge: string, name: string, initials: string, role: string, verbs?: string[]}} Known
 * @typedef {{why: string, left?: number, until?: number | string, reason?: string, verb?: string,
 *   name?: string, role?: string} | null} Refused  null: let in
 * @typedef {{
 *   title: string, hint?: string, people: Known[], chosen?: string | null, fixed?: boolean, verb?: string,
 *   enter: (badge: string, pin: string, newPin?: string) => Promise<Refused>,
 *   cancel?: () => void, extra?: Array<Node | string>
 * }} Asked  chosen: the badge to begin with; fixed: nobody else may be chosen; verb: what the person must be allowed
 */

const DIGITS = 6;

export class Pad {
  /** @param {Asked} asked */
  constructor(asked) {
    this.asked = asked;
    this.badge = asked.chosen ?? (asked.people.length === 1 && asked.fixed ? asked.people[0].badge : null);
    this.typed = "";
    this.busy = false;
    /** @type {{old: string, first: string | null} | null} while a new PIN is chosen */
    this.change = null;
    this.asking = this.badge === null && asked.people.length === 0;
    this.message = h("p.pin__message", { role: "alert" });
    this.dots = h("div.pin__dots", { role: "status" });
    this.whom = h("div.pin__whom");
    this.side = h("div.pin__side");
    this.keys = this.#keys();
    this.element = h(
      "section.pin", { "aria-labelledby": "pin-title" },
      h("header.pin__head", {}, h("h2", { id: "pin-title", tabindex: -1 }, asked.title), asked.hint ? h("p.muted", {}, asked.hint) : null),
      this.side,
      h("div.pin__pad", {}, this.whom, this.dots, this.message, this.keys),
      h("footer.pin__foot", {}, asked.extra ?? [],
        asked.cancel && h("button.key", { type: "button", "data-cancel": true, onclick: asked.cancel }, t("people.cancel"))),
    );
    this.element.addEventListener("keydown", (event) => this.#pressed(/** @type {KeyboardEvent} */ (event)));
    this.#draw();
  }

  /** Put the focus where the next tap or digit goes. */
  focus() {
    const field = this.side.querySelector("input");
    const person = this.badge === null ? /** @type {HTMLElement | null} */ (this.side.querySelector("button")) : null;
    (field ?? person ?? /** @type {HTMLElement} */ (this.element.querySelector("#pin-title"))).focus();
  }

  #keys() {
    const digit = (/** @type {number} */ n) =>
      h("button.key.pin__key", { type: "button", "data-digit": n, onclick: () => this.#digit(String(n)) }, String(n));
    return h(
      "div.pin__keys", { role: "group", "aria-label": t("people.pin") },
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit),
      h("span", {}),
      digit(0),
      h("button.key.key--quiet.pin__key", { type: "button", "data-erase": true, "aria-label": t("people.erase"), onclick: () => this.#erase() }, icon("undo")),
    );
  }

  #draw() {
    const { people, fixed } = this.asked;
    const chosen = people.find(({ badge }) => badge === this.badge);
    this.side.replaceChildren(...(fixed ? [] : [this.asking ? this.#form() : this.#people()]));
    this.element.classList.toggle("pin--fixed", Boolean(fixed));
    const name = chosen?.name ?? this.badge;
    const words = this.change ? t(this.change.first === null ? "people.change" : "people.repeat") : name ? t("people.pin_of", { name }) : t("people.badge_first");
    this.whom.replaceChildren(h("strong", {}, words), ...(this.change && this.change.first === null ? [h("span.muted", {}, t("people.change_hint"))] : []));
    const ready = this.badge !== null && this.#refusal(chosen) === null;
    this.keys.toggleAttribute("inert", !ready);
    this.keys.classList.toggle("pin__keys--off", !ready);
    this.#dots();
  }

  #people() {
    const rows = this.asked.people.map((one) =>
      h(
        "button.key.pin__person", { type: "button", "aria-pressed": one.badge === this.badge, "data-badge": one.badge, onclick: () => this.#choose(one.badge) },
        h("span.who.who--lg", { "aria-hidden": true }, one.initials),
        h("span.key__words", {}, h("span.key__label", {}, one.name), h("small.muted", {}, `${one.role} · ${one.badge}`)),
      ));
    return h(
      "div.pin__people", { role: "group", "aria-label": t("people.choose") }, rows,
      h("button.key.pin__person.pin__other", { type: "button", onclick: () => this.#ask() }, h("span.who.who--lg.who--none", { "aria-hidden": true }, icon("user")), t("people.other")),
    );
  }

  #form() {
    const field = /** @type {HTMLInputElement} */ (h("input.input.pin__badge", {
      id: "pin-badge", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "next", maxlength: 20, "aria-describedby": "pin-badge-hint",
    }));
    const go = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (field.value.trim()) this.#choose(field.value.trim().toUpperCase());
      else field.focus();
    };
    return h(
      "form.pin__form", { onsubmit: go, novalidate: true },
      h("label", { for: "pin-badge" }, t("people.badge")), field,
      h("p.muted", { id: "pin-badge-hint" }, t("people.badge_hint")),
      h("button.key", {}, t("people.continue")),
      this.asked.people.length ? h("button.key.key--quiet", { type: "button", onclick: () => this.#list() }, t("people.back")) : null,
    );
  }

  #list() {
    this.asking = false;
    this.#draw();
    this.focus();
  }

  #ask() {
    this.asking = true;
    this.badge = null;
    this.typed = "";
    this.#say("");
    this.#draw();
    this.focus();
  }

  /** @param {string} badge */
  #choose(badge) {
    const known = this.asked.people.find((one) => one.badge.toUpperCase() === badge.toUpperCase());
    this.badge = known?.badge ?? badge;
    this.asking = this.asking && !known;
    this.typed = "";
    this.change = null;
    this.#say(this.#refusal(known) ?? "");
    this.#draw();
    // The pad is next, also for who types on keys: the pressed person keeps the focus only where it is a tap
    /** @type {HTMLElement} */ (this.element.querySelector("#pin-title")).focus();
  }

  /** Why this person can't do what is asked for, in words; the server has the last one. @param {Known | undefined} known */
  #refusal(known) {
    const { verb } = this.asked;
    if (!known || !verb || !known.verbs || known.verbs.includes(verb)) return null;
    return words({ why: "may_not", verb, name: known.name, role: known.role });
  }

  /** @param {string} digit */
  #digit(digit) {
    if (this.busy || this.badge === null || this.keys.hasAttribute("inert") || this.typed.length >= DIGITS) return;
    if (!this.typed) this.#say("");
    this.typed += digit;
    this.#dots();
    if (this.typed.length === DIGITS) void this.#full();
  }

  #erase() {
    this.typed = this.typed.slice(0, -1);
    this.#dots();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) this.#digit(event.key);
    else if (event.key === "Backspace") this.#erase();
    else return;
    event.preventDefault();
  }

  #dots() {
    const n = this.typed.length;
    const row = Array.from({ length: DIGITS }, (_, place) => h(`span.pin__dot${place < n ? ".pin__dot--on" : ""}`, { "aria-hidden": true }));
    this.dots.replaceChildren(...row, h("span.vh", {}, n ? t("people.digits", { n }) : ""));
  }

  async #full() {
    const pin = this.typed;
    const badge = /** @type {string} */ (this.badge);
    if (this.change && this.change.first === null) {
      this.change.first = pin;
      this.typed = "";
      this.#draw();
      return;
    }
    if (this.change && this.change.first !== pin) {
      this.change.first = null;
      this.#again(t("people.not_equal"));
      return;
    }
    this.busy = true;
    this.element.setAttribute("aria-busy", "true");
    let refused;
    try {
      refused = this.change ? await this.asked.enter(badge, this.change.old, pin) : await this.asked.enter(badge, pin);
    } catch (why) {
      console.error(why);
      refused = { why: "failed" };
    } finally {
      this.busy = false;
      this.element.removeAttribute("aria-busy");
    }
    if (refused === null) return;
    if (refused.why === "change") this.change = { old: pin, first: null };
    else if (refused.why === "weak" && this.change) this.change.first = null;
    else this.change = null;
    this.#again(refused.why === "change" ? "" : words(refused));
  }

  /** @param {string} message */
  #again(message) {
    this.typed = "";
    this.#say(message);
    this.#draw();
  }

  /** @param {string} message */
  #say(message) {
    this.message.replaceChildren(...(message ? [icon("major"), h("span", {}, message)] : []));
  }
}

/** A refusal as a sentence. @param {NonNullable<Refused>} refused */
export function words({ why, left, until, reason, verb, name = "", role = "" }) {
  if (why === "may_not") return t(told(`people.may_not_${verb}`) ? `people.may_not_${verb}` : "people.may_not", { name, role: role.toLowerCase() });
  if (why === "wrong" && left !== undefined) return tn("people.wrong_left", left);
  if (why === "locked") return t("people.locked", { at: clock(until ?? Date.now()).slice(0, 5) });
  if (why === "weak") return t(`people.weak_${reason}`);
  return told(`people.${why}`) ? t(`people.${why}`) : t("people.failed");
}
