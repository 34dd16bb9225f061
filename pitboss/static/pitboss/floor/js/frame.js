// frame.js: what stands around every floor screen: clock, connection, settings of this device. Loaded by base.html.

import { h, icon, key } from "./parts.js";
import { clock, t, tn } from "./words.js";

const ROOT = document.documentElement;
const YEAR = 365 * 24 * 60 * 60;

// Server's clock

let offset = 0;

/** Now, as the server's clock has it, in milliseconds. */
export const now = () => Date.now() + offset;

/** Set the clock by the server's answer. @param {string | null | undefined} serverTime  ISO 8601 */
export function setClock(serverTime) {
  if (serverTime) offset = new Date(serverTime).getTime() - Date.now();
}

/** @type {Set<() => void>} */
const tickers = new Set();

/** Call it every second, on the second. @param {() => void} tick @returns {() => void} stops it */
export function everySecond(tick) {
  tickers.add(tick);
  return () => tickers.delete(tick);
}

function tick() {
  const place = document.getElementById("clock");
  if (place) place.textContent = clock(now());
  for (const each of tickers) each();
  setTimeout(tick, 1000 - (now() % 1000));
}

// Names: events name people by badge

/** @type {Record<string, string>} */
const NAMES = JSON.parse(document.getElementById("names")?.textContent ?? "{}");

/** The short name behind a badge, or what was given where the page knows none. @param {string | null | undefined} badge */
export const nameOf = (badge) => (badge ? (NAMES[badge] ?? badge) : "");

// Connection: always in sight, told to screen readers when it changes

/**
 * @param {{online: boolean, unsent?: number, stale?: boolean}} state
 *   unsent: entries that the server does not have; left out on pages that enter nothing
 */
export function connection({ online, unsent }) {
  const pill = document.getElementById("connection");
  if (!pill) return;
  const words = [t(online ? "frame.online" : "frame.offline")];
  if (unsent === 0 && online) words.push(t("frame.all_sent"));
  else if (unsent !== undefined) words.push(tn("frame.unsent", unsent));
  const text = words.join(" · ");
  const ok = online && !unsent;
  const state = `pill ${ok ? "pill--ok" : "pill--warn"}`;
  if (pill.dataset.says === text) return;
  pill.dataset.says = text;
  pill.className = state;
  pill.replaceChildren(icon(online ? "online" : "offline"), h("span.pill__long", {}, text), h("span.pill__short", { "aria-hidden": true }, unsent ? String(unsent) : ""));
}

// Settings of this device: kept in cookies so that the server draws the page right at once

/** @param {string} name */
const kept = (name) => document.cookie.match(new RegExp(`(?:^|; )pitboss_floor_${name}=([^;]*)`))?.[1];

/**
 * A choice of this device, or what holds without one.
 * @param {string} name  of letters
 * @param {string} [otherwise]
 */
export const setting = (name, otherwise = "") => kept(name) ?? otherwise;

/** @param {string} name @param {string} value */
export function keepSetting(name, value) {
  document.cookie = `pitboss_floor_${name}=${value}; path=/; max-age=${YEAR}; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
  apply();
  document.dispatchEvent(new CustomEvent("floor:setting", { detail: { name, value } }));
}

// the page may come from the tablet's own store, drawn before the choice was made
function apply() {
  ROOT.dataset.theme = setting("theme", "dark");
  ROOT.dataset.hand = setting("hand", "right");
}

/**
 * One row of the settings. Other modules add theirs: `addSetting({name: "pad", label, of: [{value, label}], otherwise})`.
 * @typedef {{name: string, label: string, of: Array<{value: string, label: string, icon?: string}>, otherwise: string}} Setting
 */
/** @type {Setting[]} */
const SETTINGS = [];

/** @param {Setting} asked */
export function addSetting(asked) {
  SETTINGS.push(asked);
}

function openSettings() {
  const button = document.getElementById("settings");
  const sheet = document.getElementById("sheet");
  if (!button || !sheet) return;
  const opening = sheet.hidden;
  sheet.hidden = !opening;
  button.setAttribute("aria-expanded", String(opening));
  if (!opening) return;
  sheet.querySelector(".sheet__rows")?.replaceChildren(...SETTINGS.map(row));
  /** @type {HTMLElement | null} */ (sheet.querySelector("button"))?.focus();
}

/** @param {Setting} asked */
function row({ name, label, of, otherwise }) {
  const value = setting(name, otherwise);
  const keys = of.map((one) =>
    key({
      label: one.label, icon: one.icon, pressed: one.value === value,
      tap: () => {
        for (const [place, made] of keys.entries()) made.setAttribute("aria-pressed", String(of[place].value === one.value));
        keepSetting(name, one.value);
      },
    }));
  return h("div.sheet__row", { role: "group", "aria-label": label }, h("span.sheet__label", { "aria-hidden": true }, label), h("div.choice", {}, keys));
}

function close({ key: pressed } = { key: "Escape" }) {
  const sheet = document.getElementById("sheet");
  if (pressed !== "Escape" || !sheet || sheet.hidden) return;
  openSettings();
  document.getElementById("settings")?.focus();
}

apply();
addSetting({ name: "theme", label: t("frame.theme"), otherwise: "dark", of: [{ value: "dark", label: t("frame.dark"), icon: "moon" }, { value: "light", label: t("frame.light"), icon: "sun" }] });
addSetting({ name: "hand", label: t("frame.hand"), otherwise: "right", of: [{ value: "right", label: t("frame.right") }, { value: "left", label: t("frame.left") }] });
document.getElementById("settings")?.addEventListener("click", openSettings);
document.getElementById("sheet-close")?.addEventListener("click", () => close());
document.addEventListener("keydown", close);
document.addEventListener("pointerdown", ({ target }) => {
  const sheet = document.getElementById("sheet");
  if (sheet && !sheet.hidden && target instanceof Element && !target.closest("#sheet, #settings")) openSettings();
});
tick();
