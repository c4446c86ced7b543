/** What the page tells: to assistive technology, in a short note, and when the session is over. */

import { byID, icon, make } from "./dom.js";

let timer;
let noteTimer;
let lastNote = -Infinity;

/**
 * Tells assistive technology when it has finished what it says; only the last of quick changes is told, and not
 * instead of a note.
 */
export function say(text) {
  if (performance.now() - lastNote < 1500) return;
  clearTimeout(timer);
  timer = setTimeout(() => { byID("status").textContent = text; }, 250);
}

/** Shows a note for some seconds and says it. */
export function note(text) {
  say(text);
  lastNote = performance.now();
  const toast = byID("toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => { toast.hidden = true; }, 6000);
}

/** The last page of a session. */
export function end(title, text, { isDone = false } = {}) {
  const page = byID("ended");
  if (!page.hidden) return;
  document.body.classList.remove("busy");
  document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  for (const part of document.querySelectorAll("header, main, footer")) part.hidden = true;
  const heading = make("h1", { tabindex: "-1" }, title);
  const symbol = icon(isDone ? "check" : "photos");
  symbol.classList.toggle("check", isDone);
  page.replaceChildren(make("div", {}, symbol, heading, make("p", {}, text)));
  page.hidden = false;
  byID("gone").hidden = true;
  byID("toast").hidden = true;
  document.title = title;
  heading.focus();
}
