// people.js: who holds this tablet. Signing in, switching, locking after a while, and signing rulings; all of it goes
// on without the network for whoever has signed in here before. Import it and call `begin()` once a page.

import { announce, h, icon } from "./parts.js";
import { Pad } from "./pad.js";
import { setClock } from "./frame.js";
import { arm, touch, watch } from "./idle.js";
import { agree, everybody, kept, lock as lockAway, mac, put, remember, remembered, reported, reports, unlock as openBox, wipe } from "./vault.js";
import { t } from "./words.js";

/**
 * @typedef {import("./vault.js").Person} Person
 * @typedef {import("./pad.js").Refused} Refused
 * @typedef {{by: string, key_id: string, mac: string}} Signed
 * @typedef {{person: Person | null, locked: boolean, device: {id: number, name: string, casino: string, pit: number | null} | null,
 *   reached: boolean}} State  reached: the server answered when last asked
 * @typedef {{verb?: string, title?: string, hint?: string, by?: string | null, not?: string}} How  by: this badge and no
 *   other; not: not this one
 */
/** @template E @typedef {{event: E & {by: string}, signed: Signed}} Written */

const PATIENCE = 5000;
const HANDOVER = "/floor/handover/";
/** @type {State} */
const state = { person: null, locked: false, device: null, reached: false };
let limits = { ruling: 120, capture: 600 };
/** @type {"ruling" | "capture" | "none"} */
let mode = "none";
let needed = false;
/** The server's session is somebody else's, or nobody's: to be taken over when a key is open. */
let stale = false;
/** @type {HTMLDialogElement | null} */
let dialog = null;
/** @type {Array<import("./pad.js").Known>} people of this tablet as the server last told them */
let elsewhere = [];
/** @type {Set<(state: State) => void>} */
const listeners = new Set();

/** The person who holds the tablet, or null. */
export const person = () => state.person;
/** May the person who holds the tablet do that? @param {string} verb as in accounts/permissions.py */
export const may = (verb) => Boolean(state.person?.verbs.includes(verb));
/** @param {(state: State) => void} tell @returns {() => void} stops it */
export function subscribe(tell) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/**
 * Know who is here: at once from this tablet, then from the server.
 * @param {{required?: boolean, lockAfter?: "ruling" | "capture" | "none"}} [how]  required: without a person the pad opens
 */
export async function begin({ required = false, lockAfter: asked = "none" } = {}) {
  needed = required;
  watch({ limit: idleLimit, expired: lockNow });
  limits = (await remembered("limits")) ?? limits;
  const me = await remembered("me");
  if (me) {
    state.person = me.person;
    state.locked = me.locked;
  }
  lockAfter(asked);
  drawWho();
  if (state.person && state.locked) show(lockPad());
  const answer = await refresh();
  if (!state.person && required) void (answer ? switchTo() : show(signInPad({ title: t("people.sign_in") })));
  tell();
  return state;
}

let queue = Promise.resolve(/** @type {any} */ (undefined));
/** One after the other: an answer that is late must not undo what came after it. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
function inTurn(work) {
  const next = queue.then(work, work);
  queue = next.catch(() => undefined);
  return next;
}

/** Ask the server who is here and what has become of this tablet's people; null without the network. */
export const refresh = () => inTurn(async () => {
  await report();
  const answer = await ask("me/");
  state.reached = answer !== null;
  if (!answer?.body || answer.status !== 200) return null;
  const { device, people, locks, server_time } = answer.body;
  let there = answer.body.person;
  setClock(server_time);
  state.device = device;
  if (!device) {
    await wipe();
    await become(null);
    return answer.body;
  }
  limits = locks;
  await remember("limits", locks);
  arm();
  await agree(people);
  elsewhere = people;
  if (there && (state.locked || (await remembered("left")) === there.badge)) {
    // Locked or left while the network was gone: the server's session goes as well
    if ((await ask("lock/", {}))?.status === 200) await remember("left", null);
    there = null;
  }
  if (there && (!state.person || there.badge === state.person.badge)) await become(there, state.locked);
  stale = Boolean(state.person && there?.badge !== state.person.badge);
  return answer.body;
});

/** Tell the server of locks that it has not heard of. */
async function report() {
  for (const told of await reports()) {
    const answer = await ask("locked/", told);
    if (!answer || answer.status >= 500) return;
    await reported(told.id);
  }
}

/**
 * Badge and PIN. With the network the server decides; without it, this tablet does for those it knows.
 * @param {string} badge @param {string} pin @param {string} [newPin]
 * @returns {Promise<Refused>} null: in
 */
export const signIn = (badge, pin, newPin) => inTurn(async () => {
  const said = await askServer(badge, pin, newPin);
  if (said === null) return offline(badge, pin, newPin);
  return said === IN ? null : said;
});

/** @param {string} badge @param {string} pin @param {string} [newPin] @returns {Promise<Refused>} */
async function offline(badge, pin, newPin) {
  if (newPin) return { why: "offline_change" };
  const opened = await openBox(badge, pin);
  if ("why" in opened) return opened.why === "none" ? { why: "offline_unknown" } : opened;
  const who = await kept(badge);
  await become(/** @type {Person} */ (who?.person));
  stale = true;
  return null;
}

const IN = { why: "in" };

/**
 * Only the server's word: a refusal, or that the person is in; null without the network.
 * @param {string} badge @param {string} pin @param {string} [newPin]
 * @returns {Promise<NonNullable<Refused> | null>}
 */
async function askServer(badge, pin, newPin) {
  await report();
  const answer = await ask("sign-in/", { badge, pin, ...(newPin ? { new_pin: newPin } : {}) });
  if (answer === null) return null;
  const { status, body } = answer;
  if (status === 200) {
    await put(body.person, body.signing, newPin ?? pin);
    await become(body.person);
    stale = false;
    return IN;
  }
  if (status === 423) await lockAway(badge, { until: Date.parse(body.until) });
  return body?.why ? body : { why: "failed" };
}

/**
 * Open a key of this tablet, with or without the network; a PIN that this tablet does not know is asked of the server.
 * @param {string} badge @param {string} pin @param {string} [newPin]
 * @returns {Promise<{key: CryptoKey, key_id: string} | NonNullable<Refused>>}
 */
async function openKey(badge, pin, newPin) {
  const opened = newPin ? { why: "none" } : await openBox(badge, pin);
  if (!("why" in opened)) return opened;
  if (opened.why === "locked") {
    void refresh(); // tells the server at once, if it can be reached
    return opened;
  }
  // Not opened here: the PIN may have been changed on another tablet, or the key was never here
  const before = state.person;
  const said = await inTurn(() => askServer(badge, pin, newPin));
  if (said === null) return opened.why === "none" ? { why: newPin ? "offline_change" : "offline_unknown" } : opened;
  if (said !== IN) return said;
  if (before && before.badge !== badge) {
    // A signature of somebody else is no switch: whoever held the tablet goes on holding it
    await become(before, false);
    stale = true;
  }
  const again = await openBox(badge, newPin ?? pin);
  return "why" in again ? { why: "failed" } : again;
}

/**
 * Have a ruling signed: opens the pad, whoever may do `verb` enters the PIN. The event, with id and at, gets its author.
 * @template {Record<string, unknown>} E @param {E} event @param {How} [how] @returns {Promise<Written<E> | null>} null: cancelled
 */
export const sign = async (event, how = {}) => (await signAll([event], how))?.[0] ?? null;

/**
 * The same for all events that one decision writes: one PIN, a signature for each.
 * @template {Record<string, unknown>} E @param {E[]} events @param {How} [how] @returns {Promise<Array<Written<E>> | null>}
 */
export async function signAll(events, { verb = "rule", title = t("people.sign"), hint, by = null, not } = {}) {
  const people = (await known()).filter(({ badge }) => badge !== not && (!by || badge === by));
  const mine = people.find((one) => one.badge === state.person?.badge && one.verbs?.includes(verb));
  return new Promise((done) => {
    const pad = new Pad({
      title, hint, verb,
      people: people.sort((one, other) => Number(other.verbs?.includes(verb)) - Number(one.verbs?.includes(verb))),
      chosen: by ?? mine?.badge ?? null,
      fixed: Boolean(by),
      enter: async (badge, pin, newPin) => {
        if (badge === not) return { why: "failed" };
        const opened = await openKey(badge, pin, newPin);
        if ("why" in opened) return opened;
        const who = await kept(badge);
        if (who && !who.person.verbs.includes(verb)) return { why: "may_not", verb, name: who.person.name, role: who.person.role };
        const written = await Promise.all(events.map(async (one) => {
          const event = { ...one, by: badge };
          return { event, signed: { by: badge, key_id: opened.key_id, mac: await mac(opened.key, event) } };
        }));
        if (stale && badge === state.person?.badge) void takeOver(badge, opened);
        hide();
        done(written);
        return null;
      },
      cancel: () => {
        hide();
        done(null);
      },
    });
    show(pad, { over: true });
  });
}

/** Somebody else takes the tablet. With a badge the pad stands ready for that person. @param {string} [badge] */
export async function switchTo(badge) {
  const people = (await known()).filter((one) => one.badge !== state.person?.badge);
  const other = badge ?? people[0]?.badge ?? null;
  // Where nobody has to hold the tablet, as before a wall, the pad can be put away again
  const over = state.person !== null || !needed;
  return show(signInPad({ title: t(state.person ? "people.switch" : "people.sign_in"), people, chosen: other, cancel: over ? hide : undefined }), { over });
}

/** Cover the screen until a PIN is entered; what lies beneath stays as it is. */
export async function lock() {
  if (!state.person || state.locked) return;
  state.locked = true;
  await remember("me", { person: state.person, locked: true });
  // The session ends too, or other pages would still be open behind a locked screen; the key takes it up again
  stale = true;
  void inTurn(() => ask("lock/", {}));
  show(lockPad());
  announce(t("people.locked_screen"));
  tell();
}

/** Nobody holds the tablet any more. */
export async function signOut() {
  const badge = state.person?.badge ?? null;
  const answer = await inTurn(() => ask("sign-out/", {}));
  await remember("left", answer ? null : badge);
  await become(null);
  hide();
  if (needed) await show(signInPad({ title: t("people.sign_in"), people: await known() }));
}

const lockNow = () => void lock();
const idleLimit = () => (mode === "none" || !state.person || state.locked ? null : limits[mode]);
addEventListener("online", () => void refresh());

/** What the screen is for, so when it locks. @param {"ruling" | "capture" | "none"} to */
export function lockAfter(to) {
  mode = to;
  arm();
}

/** The people of this tablet, the last one first, with what they may do. */
export async function known() {
  const here = (await everybody()).map(({ person: one }) => one);
  return [...here, ...elsewhere.filter(({ badge }) => !here.some((one) => one.badge === badge))];
}

/** @param {{title: string, people?: import("./pad.js").Known[], chosen?: string | null, cancel?: () => void}} how */
export function signInPad({ title, people = [], chosen = null, cancel }) {
  const extra = state.person && cancel
    ? [
        h("button.key", { type: "button", onclick: () => { hide(); void lock(); } }, t("people.lock")),
        h("button.key", { type: "button", onclick: () => void signOut() }, t("people.leave")),
        may("hand_over") && location.pathname !== HANDOVER ? h("a.key", { href: HANDOVER }, icon("swap"), t("people.handover")) : "",
      ]
    : [];
  return new Pad({
    title, people, chosen, cancel, extra,
    enter: async (badge, pin, newPin) => {
      const refused = await signIn(badge, pin, newPin);
      if (refused === null) hide();
      return refused;
    },
  });
}

async function lockPad() {
  return new Pad({
    title: t("people.locked_screen"), hint: t("people.locked_hint"), people: await known(), chosen: state.person?.badge ?? null,
    enter: async (badge, pin, newPin) => {
      if (badge !== state.person?.badge) {
        const refused = await signIn(badge, pin, newPin);
        if (refused === null) hide();
        return refused;
      }
      const opened = await openKey(badge, pin, newPin);
      if ("why" in opened) return opened;
      await become(state.person);
      if (stale) void takeOver(badge, opened);
      hide();
      return null;
    },
  });
}

/** Prove to the server, with an open key, who holds the tablet now. @param {string} badge @param {{key: CryptoKey, key_id: string}} opened */
async function takeOver(badge, { key, key_id }) {
  const event = { kind: "resumed", id: crypto.randomUUID(), at: new Date().toISOString(), by: badge };
  const answer = await ask("resume/", { event, signed: { by: badge, key_id, mac: await mac(key, event) } });
  if (answer?.status === 200) stale = false;
}

/** @param {Person | null} to @param {boolean} [locked] */
async function become(to, locked = false) {
  const other = to?.badge !== state.person?.badge;
  if (to && other) await remember("left", null);
  state.person = to;
  state.locked = locked;
  await remember("me", to && { person: to, locked });
  if (!locked) touch();
  drawWho();
  if (other && to) announce(t("people.in", { name: to.name }));
  tell();
}

function tell() {
  for (const each of listeners) each(state);
}

/**
 * A question to the server, of `/floor/api/`. null: no network.
 * @param {string} path @param {object} [body]
 * @returns {Promise<{status: number, body: any} | null>}
 */
async function ask(path, body) {
  const token = document.cookie.match(/(?:^|; )pitboss_csrf=([^;]*)/)?.[1] ?? "";
  try {
    const answer = await fetch(`/floor/api/${path}`, {
      method: body ? "POST" : "GET",
      headers: body ? { "Content-Type": "application/json", "X-CSRFToken": token } : {},
      body: body ? JSON.stringify(body) : undefined,
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.status >= 502 && answer.status <= 504) return null;
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    return null;
  }
}

/**
 * A locked screen shows nothing of what lies beneath; whoever signs or takes over goes on seeing it around the pad.
 * @param {Pad | Promise<Pad>} coming @param {{over?: boolean}} [how]
 */
async function show(coming, { over = false } = {}) {
  const pad = await coming;
  if (!dialog) {
    dialog = /** @type {HTMLDialogElement} */ (h("dialog.pinwall", { "aria-labelledby": "pin-title" }));
    // Escape cancels where that is offered, and nowhere else; browsers let a second Escape through
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    dialog.addEventListener("keydown", ({ key }) => key === "Escape" && /** @type {HTMLElement | null} */ (dialog?.querySelector("[data-cancel]"))?.click());
    dialog.addEventListener("close", () => dialog?.childElementCount && dialog.showModal());
    document.body.append(dialog);
  }
  dialog.classList.toggle("pinwall--over", over);
  dialog.replaceChildren(pad.element);
  if (!dialog.open) dialog.showModal();
  pad.focus();
}

function hide() {
  dialog?.replaceChildren();
  dialog?.close();
}

function drawWho() {
  const place = document.getElementById("who");
  if (!place) return;
  place.hidden = !state.person;
  if (!state.person) return;
  place.setAttribute("aria-label", `${state.person.initials}: ${t("people.who", { name: state.person.name })}`);
  place.replaceChildren(h("span.who", { "aria-hidden": true }, state.person.initials));
  place.onclick = () => void switchTo();
}
