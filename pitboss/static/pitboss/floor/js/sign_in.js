// sign_in.js: the tablet's first screen: the people it knows and the pad, at once and without a dialog.

import { connection } from "./frame.js";
import { Pad } from "./pad.js";
import { begin, known, signIn } from "./people.js";
import { t } from "./words.js";

const place = /** @type {HTMLElement} */ (document.getElementById("pad"));
let shown = "";

async function draw() {
  const people = await known();
  const now = JSON.stringify(people.map(({ badge }) => badge));
  if (now === shown) return;
  shown = now;
  const pad = new Pad({
    title: t("people.choose"), people,
    // The last one to hold this tablet most often is the next one, too
    chosen: people[0]?.badge ?? null,
    enter: async (badge, pin, newPin) => {
      const refused = await signIn(badge, pin, newPin);
      if (refused === null) location.assign(place.dataset.next ?? "/floor/");
      return refused;
    },
  });
  place.replaceChildren(pad.element);
  pad.focus();
}

await draw();
const { device, reached } = await begin();
connection({ online: reached });
if (device || !reached) await draw();
else location.reload(); // revoked meanwhile: the server says whom to ask
