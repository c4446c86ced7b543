/** The line at the bottom: how many photos are selected, and what to do with them. */

import { byID, make } from "./dom.js";
import { post } from "./api.js";
import { end, note } from "./messages.js";
import { mayBeEmpty, purposeOf } from "./purposes.js";
import * as words from "./words.js";

export class Footer {
  /**
   * @param {object} session
   * @param {import("./selection.js").Selection} selection
   * @param {import("./photo-grid.js").PhotoGrid} photos
   */
  constructor(session, selection, photos) {
    Object.assign(this, { session, selection, photos });
    this.addButton = make("button", { type: "button", id: "add", class: "main", onclick: () => this.add() });
    const cancel = make("button", { type: "button", id: "cancel", onclick: () => this.cancel() }, "Cancel");
    byID("clear").addEventListener("click", () => selection.clear());
    document.querySelector("footer").hidden = false;
    selection.addEventListener("change", () => this.#show());
    selection.addEventListener("refused", () => this.#shake());
    this.#show();
    if (session.mayIncludePlaces) {
      const places = make("input", { type: "checkbox", id: "places", checked: session.includesPlaces });
      places.addEventListener("change", () => selection.includePlaces(places.checked));
      document.querySelector("footer").classList.add("places");
      byID("actions").append(make("label", { class: "check" }, places, "Include places"));
    }
    if (session.purpose === "browse" || session.purpose === "confirm" || session.disabled?.includes("select")) return;
    byID("actions").append(cancel, this.addButton);
  }

  async add() {
    if (this.isEnding || !this.addButton.isConnected || this.addButton.disabled) return;
    this.photos.finishClicks();
    this.isEnding = true;
    try {
      await this.selection.settled();
      const { total } = this.selection;
      await post("add");
      end(...purposeOf(this.session).added(total, this.#app), { isDone: true });
    } catch (error) {
      note(error.message);
      this.isEnding = false;
    }
  }

  async cancel() {
    this.isEnding = true;
    try {
      await post("cancel");
      end(...purposeOf(this.session).cancelled(this.#app));
    } catch (error) {
      note(error.message);
      this.isEnding = false;
    }
  }

  get #app() {
    return this.session.app?.name ?? "the app";
  }

  #show() {
    const { total, limit, isOverLimit } = this.selection;
    byID("chosen").textContent = this.#inWords();
    byID("chosen").classList.toggle("over", isOverLimit);
    byID("clear").hidden = !total;
    this.addButton.textContent = this.session.continuous ? "Done" : purposeOf(this.session).add(total);
    this.addButton.disabled = isOverLimit || (!total && !mayBeEmpty(this.session));
    const { classList } = document.querySelector("footer");
    classList.toggle("some", total > 0);
    classList.toggle("full", limit > 1 && total >= limit);
  }

  #inWords() {
    const { total, limit, isOverLimit } = this.selection;
    if (isOverLimit) return `${words.count(total)} selected, ${words.count(limit)} allowed`;
    if (limit > 1 && !total) return `Select up to ${words.photos(limit)}`;
    if (limit > 1) return `${words.count(total)} of ${words.count(limit)} selected`;
    if (total) return `${words.count(total)} selected`;
    return limit === 1 ? "Select a photo" : this.session.purpose === "browse" ? "Nothing selected" : "Select photos";
  }

  #shake() {
    byID("chosen").animate?.({ transform: ["none", "translateX(-4px)", "translateX(4px)", "none"] }, 180);
  }
}
