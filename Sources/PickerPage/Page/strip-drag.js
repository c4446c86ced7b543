/** The pointer on the line of selected photos: a click opens a photo, a drag moves it, a click on its cross removes it. */

import { make, setAttribute } from "./dom.js";
import { STEP } from "./strip.js";

const SLOP = 6;
const LONG_PRESS = 300;

export class StripDrag {
  /** @param {import("./strip.js").Strip} strip */
  constructor(strip) {
    this.strip = strip;
    this.press = null;
    this.marker = make("div", { class: "marker", hidden: true });
    strip.scroller.sizer.append(this.marker);
    const on = (type, listener, options) => strip.element.addEventListener(type, listener.bind(this), options);
    // After a touch, the browser pretends that the finger hovers.
    on("pointerover", (event) => setAttribute(strip.element, "data-pointer", event.pointerType));
    on("pointerdown", this.#down);
    on("pointermove", this.#move);
    on("pointerup", this.#up);
    on("pointercancel", this.#release);
    on("touchmove", (event) => { if (this.isDragging) event.preventDefault(); }, { passive: false });
    on("contextmenu", (event) => { if (this.press) event.preventDefault(); });
    // Assistive technology clicks without a pointer.
    on("click", (event) => { if (event.detail === 0) strip.open(event.target.closest(".item")?.index); });
  }

  #down(event) {
    const item = event.target.closest(".item");
    if (!item || event.button !== 0) return;
    const isTouch = event.pointerType === "touch";
    this.press = { item, x: event.clientX, id: event.pointerId, isTouch, isRemoval: !isTouch && isOnCross(event) };
    if (this.press.isTouch && this.strip.selection.isOrdered) this.longPress = setTimeout(() => this.#lift(), LONG_PRESS);
  }

  #lift() {
    this.isDragging = true;
    this.strip.element.setPointerCapture(this.press.id);
    this.press.item.classList.add("lifted");
    this.marker.hidden = false;
    this.frame = requestAnimationFrame(() => this.#follow());
  }

  #move(event) {
    const { press } = this;
    if (!press) return;
    press.lastX = event.clientX;
    if (!this.isDragging && Math.abs(event.clientX - press.x) > SLOP) {
      clearTimeout(this.longPress);
      if (press.isTouch || !this.strip.selection.isOrdered) this.press = null;
      else this.#lift();
    }
  }

  /** The photo follows the pointer, and the line scrolls at its ends. */
  #follow() {
    const { press, strip } = this;
    const box = strip.element.getBoundingClientRect();
    const x = press.lastX ?? press.x;
    const speed = Math.max(0, x - (box.right - 40)) - Math.max(0, box.left + 40 - x);
    if (speed) strip.scroller.scrollTo(strip.scroller.position + speed / 4);
    const inLine = Math.min(Math.max(0, x - box.left + strip.scroller.position), strip.list.count * STEP);
    press.gap = Math.round(inLine / STEP);
    press.item.style.transform = `translateX(${strip.scroller.inBox(inLine - STEP / 2)}px)`;
    this.marker.style.transform = `translateX(${strip.scroller.inBox(press.gap * STEP - 4)}px)`;
    this.frame = requestAnimationFrame(() => this.#follow());
  }

  #up(event) {
    const { press, isDragging, strip } = this;
    if (!press) return;
    this.#release();
    const { index } = press.item;
    if (!isDragging && press.isRemoval) return isOnCross(event) ? strip.remove(index) : null;
    if (!isDragging) return strip.open(index);
    strip.move(index, press.gap > index ? press.gap - 1 : press.gap);
  }

  #release() {
    clearTimeout(this.longPress);
    cancelAnimationFrame(this.frame);
    this.press?.item.classList.remove("lifted");
    this.press = null;
    this.isDragging = false;
    this.marker.hidden = true;
    this.strip.render();
  }
}

const isOnCross = (event) => event.target.closest(".remove") !== null;
