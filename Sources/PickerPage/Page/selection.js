/**
 * What is selected. The server keeps the selection and enforces its limit; the page shows a change at once and then
 * what the server says.
 */

import { getBytes, post } from "./api.js";
import { note, say } from "./messages.js";
import * as words from "./words.js";

export class Selection extends EventTarget {
  /** @param {{purpose: string, limit: number, ordered: boolean, selected: number}} session */
  constructor(session) {
    super();
    this.limit = session.limit;
    /** Whether the page only shows photos. */
    this.isOff = session.purpose === "confirm";
    this.isOrdered = session.ordered;
    this.total = session.selected;
    /** The list whose cells show the selection. @type {import("./photo-list.js").PhotoList} */
    this.list = null;
    /** A range that is being dragged over and not yet sent. @type {?{from: number, to: number, on: boolean}} */
    this.drag = null;
    this.waiting = 0;
    this.queue = Promise.resolve();
  }

  get isSingle() { return this.limit === 1; }
  get isFull() { return this.limit > 1 && this.total >= this.limit; }
  get isOverLimit() { return this.limit > 0 && this.total > this.limit; }

  /** The place of a photo in the order of selection as it is to be shown: 0 if it is not selected. */
  place(position) {
    const place = this.list.place(position);
    if (!this.drag || position < this.drag.from || position >= this.drag.to) return place;
    return this.drag.on ? place || this.total + 1 + position - this.drag.from : 0;
  }

  /** Shows a range as changed without sending it. */
  preview(from, to, on) {
    this.drag = { from, to, on };
    this.#changed();
  }

  endPreview() {
    this.drag = null;
    this.#changed();
  }

  /** @param {number[][]} ranges Pairs of positions, the second not included. */
  set(ranges, on) {
    if (this.isOff) return this.queue;
    if (this.isSingle && on) {
      this.list.markNone();
      this.total = 0;
    }
    if (on && this.isFull) return this.#tellLimit(0);
    this.total = this.list.mark(ranges, on, this.total, this.limit);
    return this.#send("select", { ...this.list.source, ranges, on });
  }

  toggle(position) {
    return this.set([[position, position + 1]], this.place(position) === 0);
  }

  all() {
    if (this.limit && this.list.count > this.limit) return this.#tellLimit(0);
    return this.set([[0, this.list.count]], true);
  }

  clear() {
    this.list.markNone();
    this.total = 0;
    return this.#send("clear", {});
  }

  deselect(photo) {
    return this.#send("deselect", { photo });
  }

  move(photo, after) {
    return this.#send("move", { photo, after });
  }

  /** Whether the files that the app gets keep their places. */
  includePlaces(on) {
    return this.#send("places", { includePlaces: on });
  }

  /** Everything that was done has reached the server. */
  settled() {
    return this.queue;
  }

  /** The app has changed the selection: asks the server how many photos are selected, and which. */
  async ask() {
    const { selected } = await getBytes("state", { view: "selection" }, 0, 0).catch(() => ({ selected: NaN }));
    this.setTotal(selected);
    this.reload();
  }

  /** The app allows another number of photos. */
  setLimit(limit) {
    if (limit === this.limit) return;
    this.limit = limit;
    this.#changed();
    this.dispatchEvent(new Event("limit"));
  }

  /** The view is another one, or the server has answered: asks which photos are selected. */
  reload() {
    if (this.waiting) return;
    this.list.reloadStates();
    this.dispatchEvent(new Event("settled"));
  }

  /** @param {number} total What the server said with an answer. */
  setTotal(total) {
    if (this.waiting || Number.isNaN(total) || total === this.total) return;
    this.total = total;
    this.#changed();
    this.dispatchEvent(new Event("settled"));
  }

  #send(name, body) {
    // An answer from before the change would hide it.
    this.list.stopReloadingStates();
    this.#changed();
    this.waiting += 1;
    // One after the other, so that the order of selection is that of the hands.
    this.queue = this.queue.then(async () => {
      let refused = 0;
      try {
        const answer = await post(name, body);
        if (this.waiting === 1) this.total = answer.selected;
        refused = answer.refused ?? 0;
      } catch (error) {
        note(error.message);
      }
      this.waiting -= 1;
      if (!this.waiting) this.reload();
      this.#changed();
      if (refused) this.#tellLimit(refused);
      else say(this.inWords);
    });
    return this.queue;
  }

  get inWords() {
    return this.total ? `${words.photos(this.total)} selected.` : "Nothing selected.";
  }

  #tellLimit(refused) {
    const rest = refused ? ` ${words.photos(refused)} ${refused === 1 ? "was" : "were"} not selected.` : "";
    note(`You can select up to ${words.photos(this.limit)}.${rest}`);
    this.dispatchEvent(new Event("refused"));
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
