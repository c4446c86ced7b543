/** The line at the bottom: how many photos are selected, and what to do with them. */

import { byID, make } from "./dom.js";
import { post } from "./api.js";
import { end, note } from "./messages.js";
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
    if (session.purpose === "browse" || session.disabled?.includes("select")) return;
    if (session.mayIncludePlaces) {
      this.places = make("input", { type: "checkbox", id: "places", checked: session.includesPlaces });
      document.querySelector("footer").classList.add("places");
      byID("actions").append(make("label", { class: "check" }, this.places, "Include places"));
    }
    byID("actions").append(cancel, this.addButton);
  }

  async add() {
    if (this.isEnding || !this.addButton.isConnected || (!this.selection.total && !this.session.preselected)) return;
    this.photos.finishClicks();
    this.isEnding = true;
    try {
      await this.selection.settled();
      const { total } = this.selection;
      await post("add", { includePlaces: this.places?.checked ?? false });
      const name = this.session.app?.name ?? "the app";
      end(`${words.photos(total)} ${total === 1 ? "was" : "were"} handed to ${name}.`, "You can close this page.", { isDone: true });
    } catch (error) {
      note(error.message);
      this.isEnding = false;
    }
  }

  async cancel() {
    this.isEnding = true;
    try {
      await post("cancel");
      end("Cancelled", `No photos were handed to ${this.session.app?.name ?? "the app"}. You can close this page.`);
    } catch (error) {
      note(error.message);
      this.isEnding = false;
    }
  }

  #show() {
    const { total, limit, isOverLimit } = this.selection;
    byID("chosen").textContent = this.#inWords();
    byID("chosen").classList.toggle("over", isOverLimit);
    byID("clear").hidden = !total;
    this.addButton.textContent = this.session.continuous ? "Done" : total > 1 ? `Add ${words.count(total)}` : "Add";
    this.addButton.disabled = isOverLimit || (!total && !this.session.preselected);
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
