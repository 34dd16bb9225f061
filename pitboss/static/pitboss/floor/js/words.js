// words.js: what a person reads. The server fills the block; the page and its modules only name the sentences.

/** @typedef {Record<string, string | number>} Values  what goes into the {places} of a sentence */

/** @type {Record<string, string>} */
const SENTENCES = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");

/** Language of the page, as gettext names it: "es" or "en". */
export const LANGUAGE = document.documentElement.lang.startsWith("en") ? "en" : "es";

/**
 * The sentence of that name with its places filled: t("felt.spot", {spot: 3}).
 * An unknown name is answered with itself, so that a gap can be seen and is never an exception at a table.
 * @param {string} name
 * @param {Values} [values]
 * @returns {string}
 */
export function t(name, values) {
  const sentence = SENTENCES[name] ?? name;
  return values ? sentence.replace(/\{(\w+)\}/g, (place, of) => String(values[of] ?? place)) : sentence;
}

/**
 * The sentence for so many of something: looks up `name.one` or `name.other`; {n} is the number, grouped.
 * @param {string} name
 * @param {number} n
 * @param {Values} [values]
 */
export function tn(name, n, values) {
  return t(`${name}.${n === 1 ? "one" : "other"}`, { n: count(n), ...values });
}

/** Whether there is a sentence of that name. @param {string} name */
export const told = (name) => name in SENTENCES;

const grouped = (/** @type {number} */ n) =>
  String(Math.abs(n)).replace(/\B(?=(\d{3})+$)/g, LANGUAGE === "en" ? "," : ".");

/** $1.234.567 in Spanish, $1,234,567 in English; the true minus sign before the $. @param {number} amount */
export const money = (amount) => `${amount < 0 ? "\u2212" : ""}$${grouped(amount)}`;

/** Money with its sign always shown; zero has none. @param {number} amount */
export const difference = (amount) => (amount > 0 ? `+${money(amount)}` : money(amount));

/** A count, grouped from ten thousand on. @param {number} n */
export const count = (n) => (Math.abs(n) >= 10000 ? grouped(n) : String(n));

/** @param {string | undefined} zone */
const reading = (zone) => new Intl.DateTimeFormat("en-GB", {
  timeZone: zone, hourCycle: "h23",
  year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit",
});
let reader = reading(document.documentElement.dataset.zone || undefined);

/** Read clocks in this zone; the page kept for the time without network does not know the casino's. @param {string} zone */
export function setZone(zone) {
  reader = reading(zone);
}

/** @param {number | string | Date} at */
function parts(at) {
  const found = Object.fromEntries(reader.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return /** @type {Record<string, string>} */ (found);
}

/** 22:14:06, in the casino's zone. @param {number | string | Date} at */
export function clock(at) {
  const p = parts(at);
  return `${p.hour}:${p.minute}:${p.second}`;
}

/** 13-12-2026. @param {number | string | Date} at */
export function day(at) {
  const p = parts(at);
  return `${p.day}-${p.month}-${p.year}`;
}

/** 13-12: for rows where the year is known. @param {number | string | Date} at */
export const shortDay = (at) => day(at).slice(0, 5);

/** 13-12-2026, 22:31. @param {number | string | Date} at */
export const minute = (at) => `${day(at)}, ${clock(at).slice(0, 5)}`;

/**
 * An age that can tick: 0:05, 44:10, 1:02:33; from a day on, in days.
 * @param {number} milliseconds
 */
export function age(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds >= 86400) return tn("frame.days", Math.floor(seconds / 86400));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
