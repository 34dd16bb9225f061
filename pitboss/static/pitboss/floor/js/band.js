// band.js: what a finding asks for, beside the table: what happened, what is prescribed, what to say, one key.

import { everySecond, now } from "./frame.js";
import { spoken } from "./card.js";
import { announce, chip, h, icon, key, say, segments, steps } from "./parts.js";
import { holder } from "./ruling.js";
import { age, t } from "./words.js";

/**
 * @typedef {{label: import("./parts.js").Segments, icon?: string, primary?: boolean, events: Array<Record<string, unknown>>,
 *   choose?: {name: string, of: Array<string | {value: unknown, label: string | import("./parts.js").Segments}>} | null}} Answer
 * @typedef {{key: string, code: string, round: number | null, spot: string | null, events: number[], severity: string,
 *   standing: string, decides: string, outcome: string, cctv: boolean, title: string, message: string,
 *   imperative: import("./parts.js").Segments, then?: string, steps: string[], say: string | null, law: string, cite: string,
 *   words: {severity: string, standing: string, outcome: string, decides: string, cctv: string},
 *   answers: Answer[]}} Finding
 * @typedef {{answer: (finding: Finding, events: Array<Record<string, unknown>>) => Promise<void>,
 *   other: (finding: Finding) => void}} Hands  what the page does when a key of the band is tapped
 */

/**
 * The band of one finding.
 * @param {Finding} finding
 * @param {Hands} hands
 * @param {{since?: number | null, place?: number, of?: number, turn?: (step: number) => void}} [as]
 *   since: when it was raised, in milliseconds; place and of: which of the open findings this is
 * @returns {HTMLElement}
 */
export function band(finding, hands, { since = null, place = 1, of = 1, turn } = {}) {
  const failed = h("p.band__failed", { role: "alert" });
  const keys = h("div.band__do");
  const made = h(
    `section.band.band--${finding.severity}`, { "aria-label": t("band.region", { title: finding.title }), "data-finding": finding.key },
    h("div.band__body", {}, h(
      "div.band__top", {}, chip(finding.severity, { large: true }),
      of > 1 && turn && h(
        "span.band__turn", {},
        key({ label: "", icon: "back", kind: "quiet", name: t("band.previous"), id: "band-previous", tap: () => turn(-1) }),
        t("band.of", { place, n: of }),
        key({ label: "", icon: "fwd", kind: "quiet", name: t("band.next"), id: "band-next", tap: () => turn(1) }),
      ),
      since !== null && running(since),
    ),
    h("h2.band__title", {}, segments(finding.title)),
    finding.message && finding.message !== finding.title && h("p.band__seen", {}, segments(finding.message)),
    finding.steps.length > 0 && steps(finding.steps),
    finding.say && say(finding.say),
    why(finding),
    finding.words.cctv && h("div.advice", {}, icon("camera"), h("span", {}, finding.words.cctv))),
    failed, keys,
  );
  const act = async (/** @type {Array<Record<string, unknown>>} */ events) => {
    for (const one of keys.querySelectorAll("button")) one.disabled = true;
    try {
      await hands.answer(finding, events);
    } catch (problem) {
      // a PIN that was not given is no failure: the keys come back as they were
      failed.textContent = /** @type {{name?: string}} */ (problem)?.name === "AbortError" ? "" : t("band.failed");
    }
    for (const one of keys.querySelectorAll("button")) one.disabled = false;
  };
  offer(keys, finding, act, hands);
  return made;
}

/** The rule in one line; where it stands is a tap away. @param {Finding} finding */
export const why = (finding) =>
  h("details.cite", {}, h("summary", {}, icon("book", t("band.why")), h("span", {}, finding.law || finding.cite), icon("fwd")), h("p", {}, finding.cite));

/**
 * @param {HTMLElement} keys @param {Finding} finding
 * @param {(events: Array<Record<string, unknown>>) => void} act @param {Hands} hands
 */
function offer(keys, finding, act, hands) {
  const back = () => {
    offer(keys, finding, act, hands);
    /** @type {HTMLElement | null} */ (keys.querySelector("button"))?.focus();
  };
  const tapped = (/** @type {Answer} */ answer) => () => (answer.choose ? choose(keys, answer, act, back) : act(answer.events));
  const first = finding.answers.filter((answer) => answer.primary);
  // why another ruling is asked by its own screen, which takes a person's words as well
  const others = finding.answers.filter((answer) => !answer.primary && answer.choose?.name !== "ruling");
  // several rulings are one choice, not a wall of keys
  const rulings = others.length > 2 ? others.filter((answer) => answer.icon === "rule") : [];
  const rest = others.filter((answer) => !rulings.includes(answer));
  const says = (/** @type {string} */ kind) => finding.answers.some((answer) => answer.events.some((event) => event.kind === kind));
  keys.replaceChildren(
    ...first.map((answer) => key({ label: answer.label, icon: answer.icon, kind: "best", tap: tapped(answer) })),
    h(
      "div.band__pair", {},
      rest.map((answer) => key({ label: answer.label, icon: answer.icon, kind: answer.icon === "camera" ? "cctv" : undefined, tap: tapped(answer) })),
      rulings.length > 0 && key({ label: t("band.resolve"), icon: "rule", tap: () => pick(keys, rulings, tapped, back) }),
      key({ label: t("band.other"), tap: () => hands.other(finding) }),
      !says("cctv_requested") && key({
        label: t("band.ask_cctv"), icon: "camera", kind: "cctv",
        tap: () => act([{ kind: "cctv_requested", by_role: holder()?.role ?? "floor", reason: finding.title }]),
      }),
    ),
  );
}

/**
 * One key for each ruling.
 * @param {HTMLElement} keys @param {Answer[]} rulings @param {(answer: Answer) => () => void} tapped @param {() => void} back
 */
function pick(keys, rulings, tapped, back) {
  keys.replaceChildren(
    h("div.band__options.band__options--words", {}, rulings.map((answer) => key({ label: answer.label, tap: tapped(answer) }))),
    key({ label: t("band.back"), icon: "back", kind: "quiet", tap: back }),
  );
  /** @type {HTMLElement | null} */ (keys.querySelector("button"))?.focus();
}

/**
 * An answer that needs one fact first, e.g. which of the stuck cards: one key for each.
 * @param {HTMLElement} keys @param {Answer} answer
 * @param {(events: Array<Record<string, unknown>>) => void} act @param {() => void} back
 */
function choose(keys, answer, act, back) {
  const { name, of } = /** @type {NonNullable<Answer["choose"]>} */ (answer.choose);
  const options = of.map((one) => (typeof one === "string" ? { value: one, label: one } : one));
  const label = (/** @type {typeof options[number]} */ one) =>
    typeof one.label === "string" && /^[A2-9TJQK][shdc]$/.test(one.label) ? [{ card: one.label }] : one.label;
  keys.replaceChildren(
    h("p.band__ask", {}, segments(answer.label)),
    h("div.band__options", {}, options.map((one) => key({ label: label(one), kind: "best", tap: () => act(answer.events.map((event) => ({ ...event, [name]: one.value }))) }))),
    key({ label: t("band.back"), icon: "back", kind: "quiet", tap: back }),
  );
  /** @type {HTMLElement | null} */ (keys.querySelector("button"))?.focus();
}

/** @param {number} since */
function running(since) {
  const place = h("span", {}, age(now() - since));
  const made = h("span.band__age.muted", {}, icon("clock"), " ", place);
  const stop = everySecond(() => {
    if (!made.isConnected) return stop();
    place.textContent = age(now() - since);
  });
  return made;
}

/** Say a new finding to whoever does not see it. @param {Finding} finding */
export function tell(finding) {
  const told = (Array.isArray(finding.imperative) ? finding.imperative : [finding.imperative]).map((piece) => (typeof piece === "string" ? piece : spoken(piece.card)));
  announce(t("band.alert", { severity: t(`state.${finding.severity}`), title: finding.title, imperative: finding.say ?? told.join("") }), { urgent: true });
}
