// declaring.js: from a draft to what is written: the declaration once, what was noted beside it, and the ruling.

import { keep } from "./drafts.js";
import { decide, holder } from "./ruling.js";
import { uuid7 } from "./uuid7.js";

/**
 * @typedef {import("./drafts.js").Draft} Draft
 * @typedef {import("./prescription.js").Finding & {declared?: boolean, direct?: Array<Record<string, any>> | null}} Finding
 */

export const CHIEFS = ["pit_boss", "section_head"];

/** May who holds the tablet decide? */
export const isChief = () => CHIEFS.includes(holder()?.role ?? "");

/** The facts that are written: those of the form, and the round. @param {Draft} draft */
const told = (draft) => JSON.stringify(draft.facts);

/**
 * The events that declare the draft, to be said before anything else; none where that was done. What was written
 * otherwise is put right first.
 * @param {any} store @param {Draft} draft @param {Finding} finding
 * @returns {Promise<{events: Array<Record<string, any>>, id: string}>}  id: of the event that the case stands under
 */
async function declaration(store, draft, finding) {
  const { said } = draft;
  if (said) {
    if (said.facts !== told(draft) && !finding.direct) {
      const [instead] = await store.declare(draft.code, draft.facts);
      await store.correct(said.id, instead, "facts");
      draft.said = { ...said, facts: told(draft) };
    }
    return { events: [], id: said.id };
  }
  const plain = finding.direct ?? (await store.declare(draft.code, draft.facts));
  const at = new Date(store.now()).toISOString();
  const opening = store.state.picture?.opened === false ? [{ kind: "table_opened", profile: store.state.table?.profile }] : [];
  const events = [...opening, ...plain].map((event) => ({ ...event, id: uuid7(store.now()), at }));
  return { events, id: events[events.length - 1].id };
}

/**
 * Write the declaration, and that with it. The PIN is asked before anything is written; NotSigned if it is not given.
 * @param {any} store @param {Draft} draft @param {Finding} finding
 * @param {Array<Record<string, any>>} beside  events that go with it
 * @returns {Promise<string>} the id of the event that the case stands under
 */
export async function write(store, draft, finding, beside) {
  const { events, id } = await declaration(store, draft, finding);
  if (events.length || beside.length) await decide(store, [...events, ...beside], { hint: finding.title });
  draft.said = { id, facts: told(draft) };
  return id;
}

/** Beside the case, not instead of it: the draft goes on. @param {any} store @param {Draft} draft @param {Finding} finding */
export async function askFootage(store, draft, finding) {
  await write(store, draft, finding, [{ kind: "cctv_requested", by_role: holder()?.role ?? "floor", reason: finding.title }]);
  draft.cctv = new Date(store.now()).toISOString();
  await keep(draft);
}

/** @param {any} store @param {Draft} draft @param {Finding} finding */
export async function dispute(store, draft, finding) {
  const spot = finding.spot ?? draft.facts.spot ?? draft.facts.to ?? "dealer";
  await write(store, draft, finding, [{ kind: "disputed", spot: spot === "none" ? "dealer" : spot, about: finding.title }]);
  draft.disputed = new Date(store.now()).toISOString();
  await keep(draft);
}

/**
 * The ruling on this finding, by whoever will sign it.
 * @param {Finding} finding @param {string} ruling
 */
export function ruling(finding, ruling) {
  const mine = holder()?.role ?? "";
  const role = CHIEFS.includes(mine) ? mine : finding.decides === "section_head" ? "section_head" : "pit_boss";
  return { kind: "ruled", by_role: role, ruling, code: finding.code, ...(finding.spot ? { spot: finding.spot } : {}) };
}

/** What carries the prescription out in one tap, once the cards' own event has raised the finding. @param {any} store @param {string} code */
export function answerOf(store, code) {
  const open = (store.state.picture?.findings ?? []).filter((/** @type {any} */ one) => one.code === code && one.outcome === "pending" && !one.declared);
  const finding = open[open.length - 1];
  const best = finding?.answers.filter((/** @type {any} */ answer) => answer.primary) ?? [];
  return best.length === 1 && !best[0].choose ? { finding, events: best[0].events } : { finding, events: null };
}

/** Its folio, when the ledger has it; null before. @param {any} store @param {string} id @returns {Promise<{folio: string | null, outcome?: string, cctv?: boolean} | null>} */
export async function folioOf(store, id) {
  const pk = store.state.table?.id;
  try {
    const answer = await fetch(`/floor/api/tables/${pk}/folio/${id}/`, { headers: { Accept: "application/json" }, cache: "no-store" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
