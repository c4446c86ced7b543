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
   * @param {() => string[]} pictures Gives addresses of selected photos.
   */
  constructor(session, selection, photos, pictures) {
    Object.assign(this, { session, selection, photos, pictures });
    this.addButton = make("button", { type: "button", id: "add", class: "main", onclick: () => this.add() });
    const cancel = make("button", { type: "button", id: "cancel", onclick: () => this.cancel() }, "Cancel");
    byID("clear").addEventListener("click", () => selection.clear());
    byID("undo").addEventListener("click", () => selection.undo());
    document.querySelector("footer").hidden = false;
    selection.addEventListener("change", () => this.#show());
    selection.addEventListener("refused", () => this.#shake());
    if (session.mayIncludePlaces) {
      const places = make("input", { type: "checkbox", id: "places", checked: session.includesPlaces });
      places.addEventListener("change", () => selection.includePlaces(places.checked));
      document.querySelector("footer").classList.add("places");
      byID("actions").append(make("label", { class: "check" }, places, "Include places"));
    }
    const isSelection = !["browse", "confirm"].includes(session.purpose) && session.level !== "addOnly";
    if (isSelection && !session.disabled?.includes("select")) byID("actions").append(cancel, this.addButton);
    this.#show();
  }

  async add() {
    if (!this.addButton.isConnected || this.addButton.disabled) return;
    this.photos.finishClicks();
    let total = 0;
    const options = { symbol: "check", pictures: this.pictures() };
    await this.finish(async () => {
      await this.selection.settled();
      ({ total } = this.selection);
      await post("add");
    }, () => purposeOf(this.session).added(total, this.#app), options);
  }

  cancel() {
    return this.finish(() => post("cancel"), () => purposeOf(this.session).cancelled(this.#app));
  }

  /**
   * Sends the answer and ends the page. After an error the page goes on.
   * @param {() => Promise} send
   * @param {() => [string, string]} result title and text of the ended page
   * @param {object} [options] of the ended page
   */
  async finish(send, result, options) {
    if (this.isEnding) return;
    this.isEnding = true;
    try {
      await send();
      end(...result(), options);
    } catch (error) {
      note(error.message);
      this.isEnding = false;
    }
  }

  /** The app or another answer ended the request. */
  close() {
    this.isEnding = true;
    end(...purposeOf(this.session).closed(this.#app));
  }

  get #app() {
    return this.session.app?.name ?? "the app";
  }

  #show() {
    const { total, undoable, isOverLimit, limit } = this.selection;
    byID("chosen").textContent = this.#inWords();
    byID("chosen").classList.toggle("over", isOverLimit);
    this.#hide(byID("clear"), !total);
    this.#hide(byID("undo"), !undoable);
    if (this.addButton.isConnected) {
      this.addButton.textContent = this.session.continuous ? "Done" : purposeOf(this.session).add(total);
      this.addButton.disabled = isOverLimit || (!total && !mayBeEmpty(this.session));
    }
    const { classList } = document.querySelector("footer");
    classList.toggle("some", total > 0);
    classList.toggle("full", limit > 1 && total >= limit);
  }

  /** A button that disappears gives the focus to the photos. */
  #hide(button, isHidden) {
    const hadFocus = button === document.activeElement && button.matches(":focus-visible");
    button.hidden = isHidden;
    if (isHidden && hadFocus) this.photos.grid.focus(this.photos.grid.focusPosition);
  }

  #inWords() {
    const { total, undoable, limit, isOverLimit } = this.selection;
    if (undoable && !total) return `${words.count(undoable)} deselected`;
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
