// handover.js: a shift changes hands. Who leaves signs, who comes signs, over the same summary; then it is stored.

import { connection } from "./frame.js";
import { announce, icon, h } from "./parts.js";
import { unsent } from "./outbox.js";
import { begin, sign } from "./people.js";
import { t } from "./words.js";

/** @type {{url: string, pit: number, since: string, until: string, sha256: string}} */
const facts = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("handover")).textContent ?? "{}");
const go = /** @type {HTMLButtonElement} */ (document.getElementById("hand-over"));
const notes = /** @type {HTMLTextAreaElement} */ (document.getElementById("notes"));
const KEPT = `pitboss.handover.${facts.pit}`;

/** Entries of this tablet that the server has not got, of whatever table. */
async function unsentHere() {
  return Object.values(await unsent()).reduce((sum, n) => sum + n, 0);
}

/** @param {string} words */
function refuse(words) {
  const place = /** @type {HTMLElement} */ (document.getElementById("refused"));
  place.hidden = !words;
  place.replaceChildren(...(words ? [icon("major"), h("span", {}, words)] : []));
  if (words) place.scrollIntoView({ block: "nearest" });
}

/** @param {"outgoing" | "incoming"} role @param {string} handover @param {string} text */
const event = (role, handover, text) => ({
  kind: "handover", role, handover, id: crypto.randomUUID(), at: new Date().toISOString(),
  pit: facts.pit, since: facts.since, until: facts.until, sha256: facts.sha256, notes: text,
});

async function handOver() {
  refuse("");
  if (go.getAttribute("aria-disabled") === "true") return refuse(t("handover.unsent"));
  const here = await unsentHere();
  if (here) return refuse(t("handover.unsent_here", { n: here }));
  const text = notes.value.trim();
  const handover = crypto.randomUUID();
  const outgoing = await sign(event("outgoing", handover, text), { verb: "hand_over", title: t("handover.leaves"), hint: t("handover.leaves_hint") });
  if (!outgoing) return;
  const incoming = await sign(event("incoming", handover, text), { verb: "hand_over", title: t("handover.comes"), hint: t("handover.comes_hint"), not: outgoing.signed.by });
  if (!incoming) return refuse(t("handover.half"));
  const token = document.cookie.match(/(?:^|; )pitboss_csrf=([^;]*)/)?.[1] ?? "";
  let answer;
  try {
    answer = await fetch(facts.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify({ until: facts.until, sha256: facts.sha256, notes: text, outgoing, incoming }),
    });
  } catch {
    return refuse(t("handover.offline"));
  }
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) {
    sessionStorage.removeItem(KEPT);
    sessionStorage.setItem(`${KEPT}.done`, String(said.number));
    location.reload();
    return;
  }
  if (said.why === "changed" || said.why === "taken") {
    sessionStorage.setItem(`${KEPT}.why`, said.why);
    location.reload();
    return;
  }
  const names = (said.devices ?? []).map((/** @type {{name: string, unsent: number}} */ one) => `${one.name} (${one.unsent})`).join(", ");
  refuse(said.why === "unsent" ? t("handover.unsent_there", { names }) : t(said.why === "same" ? "handover.same" : "handover.not_signed"));
}

// What was written is not lost by a reload
notes.value = sessionStorage.getItem(KEPT) ?? "";
notes.addEventListener("input", () => sessionStorage.setItem(KEPT, notes.value));
const again = sessionStorage.getItem(`${KEPT}.why`);
sessionStorage.removeItem(`${KEPT}.why`);
if (again) refuse(t(`handover.${again}`));
const done = sessionStorage.getItem(`${KEPT}.done`);
sessionStorage.removeItem(`${KEPT}.done`);
if (done) {
  const words = t("handover.done", { n: done });
  document.querySelector(".admin-floor")?.prepend(h("p.note.note--ok", { id: "done" }, icon("check"), h("span", {}, words)));
  announce(words);
}
go.addEventListener("click", () => void handOver());

const { reached } = await begin({ required: true, lockAfter: "ruling" });
connection({ online: reached });
