// exception.js: something went wrong at a table whose cards nobody enters. What happened, the facts that its rule needs,
// the prescription in large type, and one key that says it was done.

import { anotherResolution } from "./another_resolution.js";
import { answerOf, askFootage, dispute, isChief, ruling, write } from "./declaring.js";
import { drop, keep, ofTable } from "./drafts.js";
import { betKnown, blocks, chooser, missing, nextOpen, prefilled } from "./facts.js";
import { announce, fill, h, key, segments } from "./parts.js";
import { lockAfter } from "./people.js";
import { picker } from "./picker.js";
import { hasPicture, pictogram } from "./pictograms.js";
import { notYet, nothingYet, prescription, spokenOf } from "./prescription.js";
import { recorded } from "./recorded.js";
import { keysOf, needsRuling, roleNote } from "./resolving.js";
import { decide, holder } from "./ruling.js";
import { uuid7 } from "./uuid7.js";
import { clock, t } from "./words.js";

/**
 * @typedef {import("./drafts.js").Draft} Draft
 * @typedef {import("./facts.js").Form} Form
 * @typedef {import("./declaring.js").Finding} Finding
 * @typedef {{finding?: Finding, spot?: string, draft?: string}} Asked  finding: another resolution of it; spot: was
 *   tapped; draft: one to go on with
 */

const SEEN = 3000; // milliseconds until the picture shows what was written, without an engine of our own

const PHONE = matchMedia("(max-width: 40em)");

/** @type {WeakMap<HTMLElement, Screen>} */
const screens = new WeakMap();

/** @param {HTMLElement} root @param {any} store @param {unknown} _t @param {Asked} [asked] */
export function mount(root, store, _t, asked = {}) {
  const screen = new Screen(root, store, asked);
  screens.set(root, screen);
  lockAfter("ruling");
  void screen.begin();
  return () => unmount(root);
}

/** @param {HTMLElement} root */
export function unmount(root) {
  screens.get(root)?.end();
  screens.delete(root);
  lockAfter("capture");
}

export class Screen {
  /** @type {import("./picker.js").Group[]} */ groups = [];
  /** @type {Draft[]} */ drafts = [];
  /** @type {Draft | null} */ draft = null;
  /** @type {string | null} */ open = null;
  /** @type {"facts" | "other" | "done"} */ view = "facts";
  /** @type {Finding | null} */ finding = null;
  /** @type {string} */ trouble = "";
  asking = 0;
  busy = false;
  /** @type {Array<() => void>} */ ends = [];
  /** @type {ReturnType<typeof recorded> | null} */ told = null;

  /** @param {HTMLElement} root @param {any} store @param {Asked} asked */
  constructor(root, store, asked) {
    [this.root, this.store, this.asked] = [root, store, asked];
    this.picking = h("section.picker", { "aria-labelledby": "what" });
    this.answer = h("section.answer", { "aria-label": t("exception.answer") });
    this.frame = h("div.irr", {}, this.picking, this.answer);
    root.replaceChildren(this.frame);
  }

  get pk() { return this.store.state.table?.id ?? Number(location.pathname.match(/\/tables\/(\d+)\//)?.[1]); }
  /** @returns {Form | undefined} */
  get form() { return this.groups.flatMap(({ codes }) => codes).find(({ code }) => code === this.draft?.code); }

  async begin() {
    if (this.asked.finding) return this.otherOf(this.asked.finding);
    try {
      this.groups = await this.store.forms();
    } catch {
      fill(this.picking, h("h2", { id: "what" }, t("exception.what")), h("p.muted", {}, t("exception.no_forms")));
      return;
    }
    this.drafts = await ofTable(this.pk);
    const kept = this.drafts.find(({ id }) => id === this.asked.draft);
    if (kept) this.resume(kept);
    else this.draw();
    document.getElementById(kept ? "imperative" : "what")?.focus({ preventScroll: true });
    let engine = this.store.state.engine;
    let online = this.store.state.online;
    this.ends.push(this.store.subscribe((/** @type {any} */ state) => {
      const better = (state.engine === "ready" && engine !== "ready") || (state.online && !online);
      [engine, online] = [state.engine, state.online];
      if (better && this.trouble) void this.preview();
    }));
  }

  end() {
    this.asking += 1;
    this.told?.stop();
    for (const end of this.ends) end();
    const { draft } = this;
    // what nobody has told anything of is no work to go on with, nor what the table's own band shows
    if (draft && this.view !== "done" && !draft.own.length && !draft.said) void drop(draft.id);
    if (draft?.said && draft.said.facts === JSON.stringify(draft.facts)) void drop(draft.id);
  }

  leave() {
    document.dispatchEvent(new CustomEvent("floor:leave"));
  }

  // What happened

  draw() {
    this.frame.dataset.step = this.draft ? "facts" : "pick";
    this.drawPicker();
    this.drawAnswer();
  }

  drawPicker() {
    picker(this.picking, this.groups, {
      chosen: this.draft?.code ?? null,
      drafts: this.drafts.filter(({ id }) => id !== this.draft?.id),
      pick: (form) => this.pick(form),
      resume: (draft) => this.resume(draft),
      discard: async (draft) => {
        await drop(draft.id);
        this.drafts = await ofTable(this.pk);
        this.drawPicker();
        document.getElementById("what")?.focus();
      },
    });
  }

  /** @param {Form} form */
  pick(form) {
    const before = this.view === "done" || this.draft?.said ? null : this.draft;
    if (before?.code === form.code && this.view === "facts") return this.draw();
    this.told?.stop();
    const names = new Set(form.fields.map(({ name }) => name));
    // what was told of another code and means the same here is not told again
    const carried = Object.fromEntries(Object.entries(before?.facts ?? {}).filter(([name]) => names.has(name) && before?.own.includes(name)));
    this.draft = {
      id: before?.id ?? uuid7(this.store.now()), table: this.pk, code: form.code, title: form.title,
      facts: { ...prefilled(form, this.store.state.picture, this.asked.spot), ...carried }, own: Object.keys(carried),
      changed: this.store.now(), said: null, cctv: null, disputed: null,
    };
    this.begun();
  }

  /** @param {Draft} draft */
  resume(draft) {
    this.told?.stop();
    this.draft = { ...draft };
    this.begun();
  }

  begun() {
    [this.view, this.finding, this.trouble] = ["facts", null, ""];
    const { draft, form } = this;
    if (!draft || !form) return this.again();
    this.open = nextOpen(form, draft.facts);
    void keep(draft);
    this.draw();
    void this.preview();
    // where the pictures went away, the first fact is next
    if (!this.picking.checkVisibility()) this.focusNext();
  }

  again() {
    this.told?.stop();
    [this.draft, this.finding, this.view, this.open, this.told] = [null, null, "facts", null, null];
    delete this.picking.dataset.more;
    void ofTable(this.pk).then((drafts) => {
      this.drafts = drafts;
      this.draw();
      document.getElementById("what")?.focus({ preventScroll: true });
    });
  }

  // Its facts

  /** @param {string} name @param {unknown} value @param {{stay?: boolean}} [how] */
  set(name, value, { stay = false } = {}) {
    const { draft, form } = this;
    if (!draft || !form) return;
    if (value === undefined) delete draft.facts[name];
    else draft.facts[name] = value;
    if (!draft.own.includes(name)) draft.own.push(name);
    if (name === "spot") {
      for (const [known, amount] of Object.entries(betKnown(form, draft.facts, this.store.state.picture))) if (!draft.own.includes(known)) draft.facts[known] = amount;
    }
    if (name === "spots") delete draft.facts.amounts;
    if (name === "cards" && !draft.facts.cards?.includes(draft.facts.card) && form.fields.some(({ kind }) => kind === "one_of_cards")) delete draft.facts.card;
    if (!stay) this.open = nextOpen(form, draft.facts);
    void keep(draft);
    this.drawAnswer();
    if (!stay && document.activeElement === document.body) this.focusNext();
    void this.preview();
  }

  /** @param {string} name */
  toggle(name) {
    this.open = this.open === name ? null : name;
    this.drawAnswer();
    if (this.open) /** @type {HTMLElement | null} */ (this.answer.querySelector(".chooser [tabindex='0'], .chooser input, .chooser button"))?.focus();
  }

  focusNext() {
    const due = this.answer.querySelector(".chooser [tabindex='0'], .chooser button, .q--due button, #imperative");
    /** @type {HTMLElement | null} */ (due)?.focus({ preventScroll: true });
  }

  async preview() {
    const { draft, form } = this;
    const turn = ++this.asking;
    if (!draft || !form || missing(form, draft.facts).length) {
      this.finding = null;
      return this.drawAnswer();
    }
    let found;
    try {
      found = await this.store.preview(draft.code, draft.facts);
    } catch {
      found = { error: { offline: true } };
    }
    if (turn !== this.asking || this.draft !== draft) return;
    const first = !this.finding;
    this.trouble = found?.error ? (found.error.offline ? t("exception.no_rules") : t("exception.unreadable", { field: found.error.field, expected: found.error.expected })) : "";
    this.finding = found?.error ? null : found;
    this.drawAnswer();
    if (this.finding && !this.open) {
      announce(spokenOf(this.finding));
      if (first && document.activeElement === document.body) document.getElementById("imperative")?.focus({ preventScroll: true });
      // a phone has no room for the facts above it
      if (first && PHONE.matches) this.answer.querySelector(".rx")?.scrollIntoView({ block: "start" });
    }
  }

  // What is prescribed

  drawAnswer() {
    const { draft, form, finding } = this;
    if (this.view === "done") return;
    this.answer.dataset.empty = draft ? "no" : "yes";
    if (!draft || !form) {
      fill(this.answer, nothingYet());
      return;
    }
    const around = {
      picture: this.store.state.picture, open: this.open,
      set: (/** @type {string} */ name, /** @type {unknown} */ value, /** @type {any} */ how) => this.set(name, value, how),
      toggle: (/** @type {string} */ name) => this.toggle(name),
    };
    const facts = blocks(form, draft.facts, around);
    const choosing = chooser(form, draft.facts, around);
    const head = h(
      "div.answer__what", {}, hasPicture(form.picture) && pictogram(form.picture), h("h2", {}, form.title),
      key({ label: t("exception.change"), icon: "back", kind: "quiet", id: "change-what", tap: () => this.change() }),
    );
    fill(this.answer, head, facts.length > 0 && this.view === "facts" && h(`div.facts-in${facts.length > 2 ? ".facts-in--many" : ""}`, {}, facts), choosing ?? (finding ? this.rx(finding) : notYet(missing(form, draft.facts).map(({ label }) => label), this.trouble)));
  }

  /** Another code; what was told is carried over. */
  change() {
    this.frame.dataset.step = "pick";
    document.getElementById(`pick-${this.draft?.code}`)?.focus();
  }

  around() {
    const at = (/** @type {string | null | undefined} */ when) => (when ? clock(when).slice(0, 5) : null);
    const casino = this.store.state.table?.casino;
    return { now: this.store.now(), retention: casino?.retention_days ?? null, cctv: at(this.draft?.cctv), disputed: at(this.draft?.disputed) };
  }

  /** @param {Finding} finding */
  rx(finding) {
    if (this.view === "other") return this.other(finding);
    const pending = needsRuling(finding) && isChief() && !finding.direct;
    const later = pending ? key({ label: t("exception.leave_pending"), icon: "pending", kind: "quiet", id: "later", tap: () => this.act(() => this.later(finding)) }) : null;
    return h(
      `article.rx.rx--${finding.severity}`, { "aria-label": t("exception.answer") },
      h("div.rx__body", {}, prescription(finding, { ...this.around(), aside: later })),
      h("p.rx__failed", { role: "alert", id: "failed" }),
      roleNote(finding),
      h("div.rx__do", {}, keysOf(this, finding)),
    );
  }

  /** @param {"facts" | "other"} view */
  show(view) {
    this.view = view;
    this.drawAnswer();
    document.getElementById(view === "other" ? "other-title" : "other")?.focus({ preventScroll: true });
  }

  /** @param {Finding} finding */
  other(finding) {
    const draft = /** @type {Draft} */ (this.draft);
    return anotherResolution({
      reason: draft.reason, words: draft.words, contrary: true, back: () => this.show("facts"),
      kept: (told) => {
        Object.assign(draft, told);
        void keep(draft);
      },
      sign: (words) => this.act(() => this.settle(finding, [ruling(finding, words)], "contrary")),
    });
  }

  /** Of a finding that the table shows already: nothing to declare, only to rule. @param {Finding} finding */
  otherOf(finding) {
    this.frame.dataset.step = "other";
    this.frame.classList.add("irr--other");
    this.finding = finding;
    fill(this.picking, h("h2.vh", { id: "what" }, finding.title), h("div.rx.rx--plain", {}, h("div.rx__body", {}, h("p.rx__seen", {}, segments(finding.message)), prescription(finding, this.around()))));
    fill(this.answer, anotherResolution({
      contrary: Boolean(finding.declared), kept: () => {}, back: () => this.leave(),
      sign: (words) => this.act(async () => {
        await decide(this.store, [ruling(finding, words)], { hint: finding.title });
        this.leave();
      }),
    }), h("p.rx__failed", { role: "alert", id: "failed" }));
    document.getElementById("other-title")?.focus({ preventScroll: true });
  }

  // Writing

  /** One thing at a time; a PIN that was not given is no failure. @param {() => Promise<void>} work */
  async act(work) {
    if (this.busy) return;
    this.busy = true;
    const failed = document.getElementById("failed");
    if (failed) failed.textContent = "";
    try {
      await work();
    } catch (why) {
      const place = document.getElementById("failed");
      if (place && /** @type {{name?: string}} */ (why)?.name !== "AbortError") place.textContent = t(holder() ? "exception.failed" : "exception.nobody");
    }
    this.busy = false;
  }

  /** @param {Finding} finding @param {Array<Record<string, any>>} events @param {"followed" | "contrary" | "pending" | "noted"} how */
  async settle(finding, events, how) {
    const draft = /** @type {Draft} */ (this.draft);
    const opened = this.store.state.picture?.opened === false && !draft.said;
    const id = await write(this.store, draft, finding, events);
    await this.finish(finding, id, how, opened);
  }

  /** @param {Finding} finding */
  later(finding) {
    return this.settle(finding, [], needsRuling(finding) ? "pending" : "noted");
  }

  /** @param {Finding} finding @param {string} id @param {"followed" | "contrary" | "pending" | "noted"} how @param {boolean} opened */
  async finish(finding, id, how, opened) {
    await drop(/** @type {Draft} */ (this.draft).id);
    this.view = "done";
    this.frame.dataset.step = "facts";
    this.told = recorded(this.store, { id, title: finding.title, how, opened, again: () => this.again(), leave: () => this.leave() });
    fill(this.answer, this.told.element);
    document.getElementById("recorded-title")?.focus({ preventScroll: true });
  }

  /** The cards are on record: their own event, and the answer that carries the prescription out. @param {Finding} finding */
  async direct(finding) {
    const draft = /** @type {Draft} */ (this.draft);
    const id = await write(this.store, draft, finding, []);
    await drop(draft.id);
    const until = Date.now() + SEEN;
    let found = answerOf(this.store, draft.code);
    while (!found.finding && Date.now() < until) {
      await new Promise((done) => setTimeout(done, 100));
      found = answerOf(this.store, draft.code);
    }
    if (!found.events) return this.leave(); // the band has what is to be chosen
    await decide(this.store, found.events, { hint: finding.title });
    await this.finish(finding, id, "followed", false);
  }

  /** @param {Finding} finding */
  async footage(finding) {
    await askFootage(this.store, /** @type {Draft} */ (this.draft), finding);
    this.beside(finding, "exception.cctv_noted");
  }

  /** @param {Finding} finding */
  async disputed(finding) {
    await dispute(this.store, /** @type {Draft} */ (this.draft), finding);
    this.beside(finding, "exception.dispute_noted");
  }

  /** @param {Finding} finding @param {string} words */
  beside(finding, words) {
    announce(t(words));
    if (finding.direct) this.leave();
    else this.drawAnswer();
  }
}
