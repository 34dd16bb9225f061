// uuid7.js: ids that sort by when they were made (RFC 9562, version 7), also within one millisecond.

let last = 0n;

/** @param {number} [milliseconds] since 1970 @returns {string} */
export function uuid7(milliseconds = Date.now()) {
  // 48 bits of milliseconds and 12 of the order within them; a clock that was put back does not put ids back
  let stamp = BigInt(Math.trunc(milliseconds)) << 12n;
  if (stamp <= last) stamp = last + 1n;
  last = stamp;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const time = stamp >> 12n;
  for (let place = 0; place < 6; place += 1) bytes[place] = Number((time >> BigInt(8 * (5 - place))) & 0xffn);
  bytes[6] = 0x70 | Number((stamp >> 8n) & 0x0fn);
  bytes[7] = Number(stamp & 0xffn);
  bytes[8] = 0x80 | (bytes[8] & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
