/** The grid of photos of one view after the other, with its selection by hand and by keys. */

import { byID } from "./dom.js";
import { getJSON } from "./api.js";
import { Gestures } from "./gestures.js";
import { Grid } from "./grid.js";
import { GridKeys } from "./grid-keys.js";
import { Months } from "./months.js";
import { drawPhoto } from "./photo-cell.js";
import { PhotoList } from "./photo-list.js";
import { wantThumbnails } from "./thumbnails.js";

export class PhotoGrid extends EventTarget {
  /**
   * @param {import("./selection.js").Selection} selection
   * @param {{onOpen: (position: number, options?: object) => void, onAdd: Function}} actions
   */
  constructor(selection, { onOpen, onAdd }) {
    super();
    this.selection = selection;
    this.onOpen = onOpen;
    this.onAdd = onAdd;
    /** Where people left each view. */
    this.places = new Map();
    this.list = new PhotoList("", 0);
    /** The view that is shown or asked for. */
    this.view = this.list.view;
    selection.list = this.list;
    const element = byID("photos-grid");
    this.grid = new Grid(element, {
      label: "Photos", gap: 2,
      draw: (cell, position) => this.#draw(cell, position),
      onRange: (from, to) => this.#wanted(from, to),
    });
    const showLimit = () => element.setAttribute("aria-multiselectable", String(!selection.isSingle));
    showLimit();
    selection.addEventListener("limit", showLimit);
    element.setAttribute("aria-describedby", "grid-help");
    selection.addEventListener("change", () => this.#redraw());
    this.#useHands();
    this.keys = new GridKeys(this);
    this.#usePeek();
  }

  /**
   * Shows another view.
   * @param {string} view
   * @param {number} [position] A position to show in the middle instead of where people left the view.
   */
  async show(view, position) {
    this.places.set(this.list.view, { at: this.grid.visible[0], isAtEnd: this.grid.isAtEnd });
    // Only the last of views that are asked for quickly is shown.
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.view = view;
    document.body.classList.add("busy");
    const { list, count, months } = await getJSON("months", { view }, signal).catch((error) => {
      if (!signal.aborted) this.view = this.list.view;
      throw error;
    }).finally(() => {
      if (!signal.aborted) document.body.classList.remove("busy");
    });
    signal.throwIfAborted();
    // A position is one of the list that was shown.
    this.finishClicks();
    this.list.close();
    this.list = new PhotoList(view, count, {
      number: list, onChange: () => this.#redraw(), onTotal: (total) => this.selection.setTotal(total),
    });
    this.selection.list = this.list;
    this.months = new Months(months);
    this.grid.focusPosition = position ?? Math.max(0, count - 1);
    this.grid.setCount(count);
    const place = this.places.get(view);
    if (position !== undefined) this.grid.reveal(position, true);
    else if (place && !place.isAtEnd) this.grid.scrollToTop(place.at);
    else this.grid.scrollToEnd();
    this.keys.anchor = null;
    this.dispatchEvent(new Event("show"));
  }

  /** Loads the view again, because the library has changed. */
  reload() {
    return this.show(this.view);
  }

  #draw(cell, position) {
    drawPhoto(cell, this.list, position, this.selection.place(position), this.selection.isOrdered);
  }

  /** Draws at most once a frame, however much arrives. */
  #redraw() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.grid.refresh();
      this.#wantThumbnails(...this.grid.visible);
    });
  }

  #wanted(from, to) {
    this.list.want(from, to);
    this.#wantThumbnails(from, to);
    this.dispatchEvent(new Event("scroll"));
  }

  /** Visible ones first, then a row or two around. */
  #wantThumbnails(from, to) {
    const around = 2 * this.grid.columns;
    const numbers = [];
    const add = (start, end) => {
      for (let position = Math.max(0, start); position < Math.min(end, this.list.count); position += 1) {
        const photo = this.list.photo(position);
        if (photo) numbers.push(photo.number);
      }
    };
    add(from, to);
    add(to, to + around);
    add(from - around, from);
    wantThumbnails(this, byID("photos").hidden ? [] : numbers, () => this.#redraw());
  }

  #useHands() {
    const { selection } = this;
    let anchorWasSelected = false;
    this.gestures = new Gestures(this.grid, {
      get mayDrag() { return !selection.isSingle; },
      onTap: (position, event) => {
        // After a touch the browser gives the focus itself, and then shows no ring.
        if (event.pointerType === "touch") this.grid.pointTo(position);
        else this.grid.focus(position);
        if (selection.isOff) return this.onOpen(position);
        if (event.shiftKey && !selection.isSingle) return this.keys.selectTo(position);
        this.keys.anchor = position;
        this.wasSelected = selection.place(position) > 0;
        if (selection.isSingle) selection.set([[position, position + 1]], true);
        else if (!this.wasSelected) selection.toggle(position);
        else this.#deselectSoon(position);
      },
      onDoubleTap: (position) => {
        if (selection.isOff) return;
        if (selection.isSingle) return this.onAdd();
        // A double click opens the preview and leaves the selection as it was.
        if (this.deselecting) this.#keepSelected();
        else if (!this.wasSelected) selection.set([[position, position + 1]], false);
        this.onOpen(position);
      },
      onDrag: (anchor, current) => {
        this.finishClicks();
        if (!selection.drag) {
          anchorWasSelected = selection.place(anchor) > 0;
          // The row where a touch began must stay, or its events end.
          this.grid.pointTo(anchor);
        }
        selection.preview(Math.min(anchor, current), Math.max(anchor, current) + 1, !anchorWasSelected);
        this.keys.anchor = anchor;
        this.lastDragged = current;
      },
      onDragEnd: (isDone) => {
        const { from, to, on } = selection.drag;
        selection.endPreview();
        if (isDone) selection.set([[from, to]], on);
        this.grid.pointTo(this.lastDragged);
      },
    });
  }

  /** A second click may follow, and the photo must then keep its place in the order. */
  #deselectSoon(position) {
    this.finishClicks();
    this.selection.preview(position, position + 1, false);
    const finish = () => {
      this.#keepSelected();
      this.selection.set([[position, position + 1]], false);
    };
    this.deselecting = { finish, timer: setTimeout(finish, 350) };
  }

  #keepSelected() {
    clearTimeout(this.deselecting.timer);
    this.deselecting = null;
    this.selection.endPreview();
  }

  /** Does now what waits for a possible second click. */
  finishClicks() {
    this.deselecting?.finish();
  }

  /** One button that appears on the photo under the mouse. */
  #usePeek() {
    const peek = byID("peek");
    const { element } = this.grid;
    let cell = null;
    const hide = () => { cell = null; peek.hidden = true; };
    element.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "mouse" || event.buttons || this.grid.side < 90) return hide();
      const over = event.target.closest?.(".cell");
      if (!over || over.hidden) return hide();
      if (over === cell) return;
      cell = over;
      const box = cell.getBoundingClientRect();
      const frame = byID("photos").getBoundingClientRect();
      peek.hidden = box.bottom > frame.bottom + 4;
      peek.style.transform = `translate(${box.left - frame.left + 6}px, ${box.bottom - frame.top - 36}px)`;
    });
    element.addEventListener("scroll", hide, { passive: true });
    byID("photos").addEventListener("pointerleave", hide);
    peek.addEventListener("click", () => { if (cell) this.onOpen(cell.position); });
  }
}
