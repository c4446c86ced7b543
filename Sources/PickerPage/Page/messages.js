/** What the page tells: to assistive technology, in a short note, and when the session is over. */

import { stopAsking } from "./api.js";
import { byID, icon, make } from "./dom.js";

const PARTS = ["toast", "gone", "status"];

let timer;
let noteTimer;
let lastNote = -Infinity;

/**
 * Lets assistive technology say a text after what it says now. Of texts that follow each other quickly it says only the last one.
 * A text never replaces a note.
 */
export function say(text) {
  if (performance.now() - lastNote >= 1500) speak(text);
}

function speak(text) {
  clearTimeout(timer);
  timer = setTimeout(() => { byID("status").textContent = text; }, 250);
}

/** Shows a note for some seconds and says it. */
export function note(text) {
  speak(text);
  lastNote = performance.now();
  const toast = byID("toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => { toast.hidden = true; }, 6000);
}

/** Opens a dialog, and moves the messages into it: what is behind a dialog is neither visible nor spoken. */
export function showDialog(dialog) {
  dialog.append(...PARTS.map(byID));
  dialog.addEventListener("close", () => { if (!dialog.open) document.body.append(...PARTS.map(byID)); }, { once: true });
  dialog.showModal();
}

/**
 * The last page of a session.
 * @param {{symbol?: string, pictures?: string[]}} options The name of an icon; addresses of pictures that the app got.
 */
export function end(title, text, { symbol = "photos", pictures = [] } = {}) {
  const page = byID("ended");
  if (!page.hidden) return;
  stopAsking();
  clearTimeout(timer);
  document.body.classList.remove("busy");
  document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  for (const part of document.querySelectorAll("header, main, footer")) part.hidden = true;
  const heading = make("h1", { tabindex: "-1" }, title);
  const sign = icon(symbol);
  sign.classList.add(symbol);
  const handed = make("div", { class: "handed", "aria-hidden": "true" }, ...pictures.map((src) => make("img", { src, alt: "" })));
  page.replaceChildren(...(pictures.length ? [handed] : []), sign, heading, make("p", {}, text));
  page.hidden = false;
  byID("gone").hidden = true;
  byID("toast").hidden = true;
  document.title = title;
  heading.focus();
}
