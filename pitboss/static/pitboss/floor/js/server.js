// server.js: asking our server, and telling apart what its silence and its refusals mean.

const PATIENCE = 15000;

/** Nothing came back, or nothing of ours: the network is gone, the server is, or somebody else answered. */
export class Unreachable extends Error {}

/** The server answered and would not. `why`: sign_in, device, role, table, unreadable, or "" where it had no word. */
export class Refused extends Error {
  /** @param {number} status @param {Record<string, any>} body */
  constructor(status, body) {
    super(`${status} ${body.why ?? ""}`);
    this.status = status;
    this.why = String(body.why ?? "");
    this.body = body;
  }
}

/** @typedef {{body: any, sent: number, heard: number}} Heard  sent, heard: performance.now() around the request */

/** @param {string} address @returns {Promise<Heard>} */
export const get = (address) => ask(address, {});

/** @param {string} address @param {object} body @param {{leaving?: boolean}} [how] @returns {Promise<Heard>} */
export const post = (address, body, { leaving = false } = {}) =>
  ask(address, {
    method: "POST",
    body: JSON.stringify(body),
    keepalive: leaving,
    headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
  });

/** @param {string} address @param {RequestInit} how @returns {Promise<Heard>} */
async function ask(address, how) {
  const sent = performance.now();
  let answer;
  let body;
  try {
    answer = await fetch(address, {
      ...how,
      headers: { Accept: "application/json", ...how.headers },
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE),
    });
    body = await said(answer);
  } catch (why) {
    throw new Unreachable(String(why));
  }
  if (body === null) {
    // A hotel's log-in page answers 200 in HTML; a broken server 500
    if (answer.status === 403 || answer.status === 401) throw new Refused(answer.status, {});
    throw new Unreachable(`${answer.status} without JSON`);
  }
  if (answer.status >= 500) throw new Unreachable(String(answer.status));
  if (!answer.ok) throw new Refused(answer.status, body);
  return { body, sent, heard: performance.now() };
}

/** @param {Response} answer */
async function said(answer) {
  if (!(answer.headers.get("Content-Type") ?? "").includes("json")) return null;
  try {
    return await answer.json();
  } catch (why) {
    if (why instanceof SyntaxError) return null;
    throw why;
  }
}

/** What shows the server that a page of ours is asking. */
function token() {
  return document.cookie.match(/(?:^|; )pitboss_csrf=([^;]+)/)?.[1] ?? "";
}
