/**
 * What the preview offers for a photo whose file is elsewhere: to fetch it, a ring that fills while it is fetched, and a
 * sentence if that fails. Nothing is fetched before a person asks for it.
 */

import { getJSON, post } from "./api.js";
import { icon, iconButton, make, setAttribute } from "./dom.js";
import * as words from "./words.js";

export class OriginalOffer {
  /**
   * @param {number} number The photo's number.
   * @param {() => void} onHere Called when the server has the whole picture or video.
   */
  constructor(number, onHere) {
    Object.assign(this, { number, onHere, isClosed: false, state: null });
    this.element = make("div", { class: "offer", hidden: true });
    this.#follow(() => getJSON(`fetch/${number}`));
  }

  /** Ends a fetch, because the person has left the photo. */
  close() {
    this.isClosed = true;
    this.#keepFocus(() => this.element.remove());
    if (this.state === "fetching") this.#stop();
  }

  /**
   * Asks the server, and while it fetches the file again and again. The server answers when there is news. It ends a
   * fetch for which no page waits: without a timer, which a browser slows down for a page in the background.
   */
  async #follow(ask) {
    do {
      const fetched = await ask().catch((error) => ({ state: "failed", message: error.message }));
      // The person has left while the server began.
      if (this.isClosed && fetched.state === "fetching") this.#stop();
      if (this.isClosed) return;
      this.#show(fetched);
      ask = () => getJSON(`fetch/${this.number}`, { known: fetched.fraction });
    } while (this.state === "fetching" && !this.isClosed);
  }

  #show(fetched) {
    if (this.state !== fetched.state) this.#build(fetched);
    this.state = fetched.state;
    if (fetched.state === "fetching") this.#showProgress(fetched);
    if (fetched.state === "here") this.onHere();
  }

  #build({ state, bytes, message }) {
    const fetch = (title) => make("button", { type: "button", class: "main",
      onclick: () => this.#follow(() => post("fetch", { photo: this.number })) }, title);
    this.ring = make("span", { class: "ring", role: "progressbar", "aria-label": "Loading the original" });
    this.progress = make("span", { class: "progress" });
    const parts = {
      elsewhere: () => [icon("cloud"), make("p", {}, "Not on this device"), fetch(`Load, ${words.bytes(bytes)}`)],
      fetching: () => [this.ring, this.progress, iconButton("close", "Stop loading", () => this.#stop())],
      failed: () => [make("p", { role: "alert" }, message), fetch("Try again")],
      here: () => [],
    };
    this.#keepFocus(() => this.element.replaceChildren(...parts[state]()));
    this.element.hidden = state === "here";
  }

  /** The focus of a button that goes is on the next button or the photo then: the keys of the preview need it. */
  #keepFocus(change) {
    const { parentElement: stage } = this.element;
    const hadFocus = this.element.contains(document.activeElement);
    change();
    if (hadFocus) ((this.element.isConnected && this.element.querySelector("button")) || stage).focus();
  }

  #showProgress({ bytes, fraction }) {
    this.ring.style.setProperty("--done", fraction);
    setAttribute(this.ring, "aria-valuenow", Math.floor(fraction * 100));
    this.progress.textContent = `${words.bytes(Math.floor(fraction * bytes))} of ${words.bytes(bytes)}`;
  }

  #stop() {
    post("stop", { photo: this.number }).catch(() => {});
  }
}
