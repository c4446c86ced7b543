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
    /** The list of the grid, whose cells show the selection. @type {import("./photo-list.js").PhotoList} */
    this.list = null;
    /** The list of the preview while it is open. @type {?import("./photo-list.js").PhotoList} */
    this.reviewed = null;
    /** How many photos `undo` selects again. */
    this.undoable = 0;
    /** A range that is being dragged over and not yet sent. @type {?{from: number, to: number, on: boolean}} */
    this.drag = null;
    this.waiting = 0;
    this.queue = Promise.resolve();
  }

  get #lists() { return this.reviewed ? [this.list, this.reviewed] : [this.list]; }
  get isSingle() { return this.limit === 1; }
  get isFull() { return this.limit > 1 && this.total >= this.limit; }
  get isOverLimit() { return this.limit > 0 && this.total > this.limit; }

  /** The place of a photo in the order of selection as it is to be shown: 0 if it is not selected. */
  place(position, list = this.list) {
    const place = list.place(position);
    if (!this.drag || list !== this.list || position < this.drag.from || position >= this.drag.to) return place;
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
  set(ranges, on, list = this.list) {
    if (this.isOff) return this.queue;
    if (this.isSingle && on) this.#markNone();
    if (on && this.isFull) return this.#tellLimit(0);
    this.total = list.mark(ranges, on, this.total, this.limit);
    return this.#send("select", { ...list.source, ranges, on });
  }

  toggle(position, list = this.list) {
    return this.set([[position, position + 1]], this.place(position, list) === 0, list);
  }

  all() {
    if (this.limit && this.list.count > this.limit) return this.#tellLimit(0);
    return this.set([[0, this.list.count]], true);
  }

  clear() {
    this.#markNone();
    return this.#send("clear", {});
  }

  deselect(photo) {
    return this.#send("deselect", { photo });
  }

  /** Selects again what `clear` or `deselect` has deselected, unless the selection was changed since. */
  undo() {
    return this.#send("undo", {});
  }

  #markNone() {
    for (const list of this.#lists) list.markNone();
    this.total = 0;
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
    this.undoable = 0;
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
    for (const list of this.#lists) list.reloadStates();
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
    for (const list of this.#lists) list.stopReloadingStates();
    this.undoable = 0;
    this.#changed();
    this.waiting += 1;
    // One after the other, so that the order of selection is that of the hands.
    this.queue = this.queue.then(async () => {
      let refused = 0;
      try {
        const answer = await post(name, body);
        if (this.waiting === 1) Object.assign(this, { total: answer.selected, undoable: answer.undoable });
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
    const total = this.total ? `${words.photos(this.total)} selected.` : "Nothing selected.";
    return this.undoable ? `${words.photos(this.undoable)} deselected. ${total} Control Z selects ${this.undoable === 1 ? "it" : "them"} again.` : total;
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
