// canonical.js: one text for one meaning, JSON as RFC 8785 writes it, so that what is signed here is what is checked there.
// Numbers are whole here: money and counts; others are refused rather than written in a way that could differ.

/**
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  if (value === null || typeof value === "boolean" || typeof value === "string") return text(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new TypeError(`not a whole number below 2^53: ${value}`);
    return Object.is(value, -0) ? "0" : String(value);
  }
  if (Array.isArray(value)) return `[${value.map((inner) => canonical(inner === undefined ? null : inner)).join(",")}]`;
  if (typeof value === "object") {
    const there = /** @type {Record<string, unknown>} */ (value);
    // By UTF-16 code units, as the RFC says and as sort() does
    const names = Object.keys(there).filter((name) => there[name] !== undefined).sort();
    return `{${names.map((name) => `${text(name)}:${canonical(there[name])}`).join(",")}}`;
  }
  throw new TypeError(`no JSON: ${typeof value}`);
}

/** @param {null | boolean | string} value */
function text(value) {
  if (typeof value === "string" && /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value)) {
    throw new TypeError("half a surrogate pair");
  }
  return JSON.stringify(value);
}
