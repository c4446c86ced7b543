/**
 * An element that scrolls through content of any length by its own scrolling: wheel, touch and keys move the
 * content by the pixels they ask for, and a far jump of the box goes to the proportional place.
 */

import { make } from "./dom.js";
import { ScrollMap } from "./scroll-map.js";

/** How long nothing scrolls before the box is put to its proportional place. */
const REST = 150;

export class Scroller {
  /**
   * @param {HTMLElement} element
   * @param {{isHorizontal?: boolean, onScroll: Function}} options
   */
  constructor(element, { isHorizontal = false, onScroll }) {
    this.element = element;
    this.isHorizontal = isHorizontal;
    this.property = isHorizontal ? "scrollLeft" : "scrollTop";
    this.map = new ScrollMap();
    this.viewport = 0;
    /** The content's offset at the start of the visible part. */
    this.position = 0;
    /** What to add to a place in the box to get the content's offset. */
    this.offset = 0;
    this.lastBox = 0;
    this.touches = 0;
    this.onScroll = onScroll;
    this.sizer = make("div", { class: "sizer", role: "presentation" });
    element.append(this.sizer);
    element.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    for (const type of ["touchstart", "touchend", "touchcancel"]) {
      element.addEventListener(type, (event) => { this.touches = event.touches.length; }, { passive: true });
    }
  }

  /** @param {number} length The length of the content. */
  resize(length) {
    this.viewport = this.isHorizontal ? this.element.clientWidth : this.element.clientHeight;
    this.map.resize(length, this.viewport);
    this.sizer.style[this.isHorizontal ? "width" : "height"] = `${this.map.boxLength}px`;
  }

  /** Shows the content from this offset on. */
  scrollTo(position) {
    this.position = Math.round(Math.min(Math.max(0, position), this.map.lastContent));
    this.element[this.property] = Math.round(this.map.toBox(this.position));
    // The browser may round or limit what was set.
    this.lastBox = this.element[this.property];
    this.offset = this.position - this.lastBox;
    this.onScroll();
  }

  /** Where an offset of the content is in the box now. */
  inBox(position) {
    return position - this.offset;
  }

  #scrolled() {
    const box = this.element[this.property];
    if (box === this.lastBox) return;
    const isJump = Math.abs(box - this.lastBox) > 3 * this.viewport;
    this.lastBox = box;
    if (isJump) this.offset = this.map.toContent(box) - box;
    this.position = Math.min(Math.max(0, box + this.offset), this.map.lastContent);
    this.offset = this.position - box;
    clearTimeout(this.rest);
    if (this.map.isStretched) this.rest = setTimeout(() => this.#rest(), REST);
    this.onScroll();
  }

  #rest() {
    // Setting the position would end a scroll by finger.
    if (this.touches) {
      this.rest = setTimeout(() => this.#rest(), REST);
    } else if (Math.abs(this.map.toBox(this.position) - this.lastBox) > 1) {
      this.scrollTo(this.position);
    }
  }
}
