/** What people can do with the selected photos of their own library. */

import { byID, make } from "./dom.js";
import { post } from "./api.js";
import { note } from "./messages.js";
import * as words from "./words.js";

const ACTIONS = {
  favorite: ["Favourite", (n) => `${n} in favourites now.`],
  unfavorite: ["Not favourite", (n) => `${n} not in favourites any more.`],
  hide: ["Hide", (n) => `${n} hidden. “Hidden” below the search field shows them.`],
  delete: ["Delete", (n) => `${n} deleted. “Deleted” below the search field shows and restores them.`],
  restore: ["Restore", (n) => `${n} restored.`],
};

export class BrowseActions {
  /**
   * @param {import("./selection.js").Selection} selection
   * @param {import("./views.js").Views} views
   */
  constructor(selection, views) {
    Object.assign(this, { selection, views });
    this.buttons = new Map();
    for (const [action, [title]] of Object.entries(ACTIONS)) {
      const button = make("button", { type: "button", class: action === "delete" ? "danger" : "", onclick: () => this.#change(action) }, title);
      this.buttons.set(action, button);
      byID("actions").append(button);
    }
    selection.addEventListener("change", () => this.#show());
    views.photos.addEventListener("show", () => this.#show());
    this.#show();
  }

  #show() {
    const isLost = /is:(trashed|hidden)/.test(this.views.photos.list.view);
    for (const [action, button] of this.buttons) {
      button.hidden = isLost ? action !== "restore" : action === "restore";
      button.disabled = !this.selection.total;
    }
  }

  async #change(action) {
    this.views.photos.finishClicks();
    await this.selection.settled();
    try {
      const { changed } = await post("change", { action });
      note(ACTIONS[action][1](`${words.photos(changed)} ${changed === 1 ? "is" : "are"}`));
    } catch (error) {
      note(error.message);
    }
    // The button becomes disabled, because nothing is selected, and would lose the focus.
    const { grid } = this.views.photos;
    if (grid.count && document.activeElement.matches("#actions :focus-visible")) grid.focus(grid.focusPosition);
  }
}
