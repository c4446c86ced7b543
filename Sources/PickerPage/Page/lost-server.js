/** What the page shows while the server does not answer: a note at first, and then a page of its own. */

import { server, tryNow } from "./api.js";
import { byID, icon, make } from "./dom.js";

/** After so many milliseconds the note becomes a page, because nothing that people do has an effect. */
const PATIENCE = 6000;

/** What the page covers, also in an open dialog. */
const COVERED = "header, main, footer, dialog > :not(#gone)";

export function showLostServer() {
  const notice = byID("gone");
  let timer;
  let before = null;

  function show() {
    const symbol = icon("lost");
    symbol.classList.add("lost");
    notice.replaceChildren(symbol,
      make("div", {}, make("h1", {}, "The picker does not answer"), make("p", {}, "This page tries again.")),
      make("button", { type: "button", onclick: tryNow }, "Try now"));
    notice.hidden = false;
    timer = setTimeout(cover, PATIENCE);
  }

  function cover() {
    before = document.activeElement;
    notice.classList.add("cover", "state");
    notice.querySelector("p").textContent = "This page tries again by itself, and goes on where you are. If the app or the "
      + "command that opened it has ended, close this page and start there again.";
    for (const part of document.querySelectorAll(COVERED)) part.inert = true;
    const button = notice.querySelector("button");
    button.classList.add("main");
    button.focus();
  }

  function hide() {
    clearTimeout(timer);
    notice.hidden = true;
    if (!notice.classList.contains("cover")) return;
    notice.classList.remove("cover", "state");
    for (const part of document.querySelectorAll(COVERED)) part.inert = false;
    before.focus();
  }

  server.addEventListener("lost", show);
  server.addEventListener("back", hide);
}
