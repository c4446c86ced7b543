/** What is selected, as a line of thumbnails in the order of selection; if order matters, it can be changed. */

import { byID, icon, make, setAttribute } from "./dom.js";
import { say } from "./messages.js";
import { PhotoList } from "./photo-list.js";
import { drawPhoto } from "./photo-cell.js";
import { Scroller } from "./scroller.js";
import { StripDrag } from "./strip-drag.js";
import { thumbnail, wantThumbnails } from "./thumbnails.js";
import * as words from "./words.js";

const SIDE = 48;
export const STEP = SIDE + 6;

export class Strip {
  /**
   * @param {import("./selection.js").Selection} selection
   * @param {(photo: number) => void} onOpen Gets the number of the photo.
   */
  constructor(selection, onOpen) {
    Object.assign(this, { selection, onOpen });
    this.element = byID("strip");
    this.element.classList.add("scroller");
    setAttribute(this.element, "role", "listbox");
    setAttribute(this.element, "aria-label", "Selected photos");
    setAttribute(this.element, "aria-orientation", "horizontal");
    setAttribute(this.element, "aria-multiselectable", "true");
    const moves = selection.isOrdered ? " Control and arrow keys move it." : "";
    this.element.append(make("span", { id: "strip-help", hidden: true }, `Enter shows the photo. Delete removes it from the selection.${moves}`));
    this.scroller = new Scroller(this.element, { isHorizontal: true, onScroll: () => this.render() });
    this.list = new PhotoList("selection", 0);
    this.focusIndex = 0;
    /** @type {Map<number, HTMLElement>} */
    this.items = new Map();
    selection.addEventListener("settled", () => this.reload());
    new ResizeObserver(() => { this.#resize(); this.render(); }).observe(this.element);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.drag = new StripDrag(this);
    this.reload();
  }

  /** Shows the selection as it is now. What was shown stays until the new is there. */
  reload() {
    const { total } = this.selection;
    this.next?.close();
    const grows = total > this.list.count;
    const list = new PhotoList("selection", total, { onChange: () => {
      if (this.list !== list) this.#replace(list, grows);
      this.#redraw();
    } });
    this.next = list;
    if (!total) return this.#replace(list, false);
    const { position, viewport } = this.scroller;
    const from = grows ? Math.max(0, total - Math.ceil(viewport / STEP) - 2) : Math.floor(position / STEP);
    list.want(from, Math.min(total, from + Math.ceil(viewport / STEP) + 2), { withStates: false });
  }

  #replace(list, grows) {
    const { hasFocus } = this;
    this.list.close();
    this.list = list;
    this.next = null;
    this.focusIndex = Math.min(this.focusIndex, Math.max(0, list.count - 1));
    this.#resize();
    for (const [index, item] of this.items) if (index >= list.count) { item.remove(); this.items.delete(index); }
    // What was just selected is at the end.
    if (grows) this.scroller.scrollTo(this.scroller.map.lastContent);
    else this.scroller.scrollTo(this.scroller.position);
    if (hasFocus) this.focus(this.focusIndex);
  }

  /** The addresses of the first pictures that are shown, at most five. */
  get pictures() {
    const shown = [...this.items.keys()].sort((a, b) => a - b).map((index) => this.list.photo(index));
    return shown.map((photo) => photo && thumbnail(photo.number)).filter(Boolean).slice(0, 5);
  }

  get hasFocus() { return this.element.contains(document.activeElement); }

  #resize() {
    this.scroller.resize(this.list.count * STEP);
  }

  /** Makes and places the items in view, and the one with the focus. */
  render() {
    const { scroller, list } = this;
    const first = Math.max(0, Math.floor(scroller.position / STEP) - 1);
    const end = Math.min(list.count, Math.ceil((scroller.position + scroller.viewport) / STEP) + 1);
    if (!this.hasFocus) this.focusIndex = Math.min(Math.max(first, this.focusIndex), Math.max(first, end - 1));
    for (const [index, item] of this.items) {
      if ((index < first || index >= end) && index !== this.focusIndex) {
        item.remove();
        this.items.delete(index);
      }
    }
    const wanted = [];
    for (let index = first; index < end; index += 1) wanted.push(index);
    if (list.count && !wanted.includes(this.focusIndex)) wanted.push(this.focusIndex);
    for (const index of wanted) {
      if (!this.items.has(index)) this.items.set(index, this.#makeItem(index));
      const item = this.items.get(index);
      const place = index < first ? first - 2 : index >= end ? end + 1 : index;
      if (!item.classList.contains("lifted")) item.style.transform = `translateX(${scroller.inBox(place * STEP)}px)`;
      this.#draw(item, index);
    }
    this.#want(first, end);
  }

  focus(index) {
    if (!this.list.count) return byID("photos-grid").querySelector('[tabindex="0"]')?.focus();
    this.focusIndex = Math.min(Math.max(0, index), this.list.count - 1);
    const start = this.focusIndex * STEP;
    const { position, viewport } = this.scroller;
    if (start < position) this.scroller.scrollTo(start - STEP);
    else if (start + STEP > position + viewport) this.scroller.scrollTo(start + 2 * STEP - viewport);
    else this.render();
    this.items.get(this.focusIndex).focus({ preventScroll: true });
  }

  remove(index) {
    const photo = this.list.photo(index);
    if (!photo) return;
    this.focusIndex = index;
    this.selection.deselect(photo.number);
  }

  /** Moves a photo so that it comes to this place of the line. */
  move(index, place) {
    place = Math.min(Math.max(0, place), this.list.count - 1);
    const photo = this.list.photo(index);
    const after = place === 0 ? null : this.list.photo(place > index ? place : place - 1);
    if (!photo || place === index || after === undefined) return;
    this.focusIndex = place;
    this.selection.move(photo.number, after && after.number).then(() => say(`Moved to place ${words.count(place + 1)}.`));
  }

  #makeItem(index) {
    const item = make("div", { class: "cell item", role: "option", "aria-describedby": "strip-help" });
    item.index = index;
    item.picture = make("div", { class: "picture", "aria-hidden": "true" });
    // For the mouse. Keys remove by Delete, and fingers in the preview, because a finger would touch it
    // unintentionally.
    item.append(item.picture, make("span", { class: "remove", title: "Remove", "aria-hidden": "true" }, icon("close")));
    const following = [...this.scroller.sizer.children].find((other) => other.index > index);
    this.scroller.sizer.insertBefore(item, following ?? null);
    return item;
  }

  #draw(item, index) {
    const photo = this.list.photo(index);
    drawPhoto(item.picture, this.list, index, 0, false);
    setAttribute(item, "tabindex", index === this.focusIndex ? 0 : -1);
    setAttribute(item, "aria-selected", "true");
    setAttribute(item, "aria-posinset", index + 1);
    setAttribute(item, "aria-setsize", this.list.count);
    setAttribute(item, "aria-label", photo ? words.label(photo, index + 1, this.selection.isOrdered) : "Loading");
    setAttribute(item, "data-number", this.selection.isOrdered ? words.count(index + 1) : null);
  }

  #redraw() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.render();
    });
  }

  #want(first, end) {
    this.list.want(first, end, { withStates: false });
    const numbers = [];
    for (let index = first; index < end; index += 1) {
      const photo = this.list.photo(index);
      if (photo) numbers.push(photo.number);
    }
    wantThumbnails(this, numbers, () => this.#redraw());
  }

  /** A wheel that turns up and down moves the line too. */
  #wheel(event) {
    if (event.ctrlKey || event.deltaX || !this.scroller.map.lastContent) return;
    event.preventDefault();
    this.scroller.scrollTo(this.scroller.position + event.deltaY);
  }

  #key(event) {
    const item = event.target.closest(".item");
    if (!item || event.altKey || event.metaKey) return;
    const { index } = item;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };
    if (event.key in steps && event.ctrlKey) {
      if (this.selection.isOrdered) this.move(index, index + steps[event.key]);
    } else if (event.key in steps) this.focus(index + steps[event.key]);
    else if (event.key === "Home") this.focus(0);
    else if (event.key === "End") this.focus(this.list.count - 1);
    else if (event.key === "Delete" || event.key === "Backspace") this.remove(index);
    else if (event.key === "Enter" || event.key === "i") this.open(index);
    else return;
    event.preventDefault();
  }

  open(index) {
    const photo = this.list.photo(index);
    if (photo) this.onOpen(photo.number);
  }
}
