/** The line at the side that goes through all years: by pointer, and month by month with keys. */

import { byID, make, setAttribute } from "./dom.js";
import * as words from "./words.js";

/** The least pixels between two years that are shown. */
const YEAR_HEIGHT = 22;

export class Scrubber {
  /** @param {import("./photo-grid.js").PhotoGrid} photos */
  constructor(photos) {
    this.photos = photos;
    this.element = byID("scrubber");
    this.years = make("div", { class: "years" });
    this.thumb = make("div", { class: "thumb" });
    this.bubble = make("div", { class: "bubble", hidden: true });
    this.element.append(this.years, this.thumb, this.bubble);
    photos.addEventListener("show", () => this.#layOut());
    photos.addEventListener("scroll", () => this.#follow());
    new ResizeObserver(() => this.#layOut()).observe(this.element);
    const on = (type, listener) => this.element.addEventListener(type, listener.bind(this));
    on("pointerdown", this.#down);
    on("pointermove", this.#move);
    on("pointerup", this.#release);
    on("pointercancel", this.#release);
    on("pointerleave", () => { if (!this.isDragged) this.bubble.hidden = true; });
    on("keydown", this.#key);
  }

  /** Writes the years where they begin, as many as there is room for. */
  #layOut() {
    const { months } = this.photos;
    const { count } = this.photos.list;
    const { scroller } = this.photos.grid;
    this.element.hidden = !months || months.length < 2 || scroller.map.lastContent < scroller.viewport;
    if (this.element.hidden) return this.#follow();
    const height = this.element.clientHeight;
    this.room = height - this.thumb.offsetHeight;
    let last = -YEAR_HEIGHT;
    const labels = [];
    let lastYear = null;
    months.months.forEach(([year], index) => {
      if (!year || year === lastYear) return;
      lastYear = year;
      const y = (months.starts[index] / count) * height;
      if (y - last < YEAR_HEIGHT || y > height - 14) return;
      last = y;
      const label = make("span", {}, String(year));
      label.style.top = `${y}px`;
      labels.push(label);
    });
    this.years.replaceChildren(...labels);
    setAttribute(this.element, "aria-valuemin", 0);
    setAttribute(this.element, "aria-valuemax", months.length - 1);
    this.#follow();
  }

  /** Shows where the grid is. */
  #follow() {
    const { months, grid, list } = this.photos;
    if (!months?.length || !list.count) {
      byID("month").textContent = "";
      return;
    }
    const [from, end] = grid.visible;
    const first = months.indexAt(from);
    const last = months.indexAt(Math.max(from, end - 1));
    const text = words.monthRange(months.months[first], months.months[last]);
    if (byID("month").textContent !== text) byID("month").textContent = text;
    const { position, map } = grid.scroller;
    const part = map.lastContent ? position / map.lastContent : 0;
    this.thumb.style.transform = `translateY(${part * this.room}px)`;
    setAttribute(this.element, "aria-valuenow", first);
    setAttribute(this.element, "aria-valuetext", words.monthName(...months.months[first]));
  }

  #down(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.element.focus({ preventScroll: true, focusVisible: false });
    this.element.setPointerCapture(event.pointerId);
    this.isDragged = true;
    this.element.classList.add("dragged");
    this.#move(event);
  }

  #move(event) {
    const box = this.element.getBoundingClientRect();
    const part = Math.min(Math.max(0, (event.clientY - box.top) / box.height), 1);
    const { months, grid, list } = this.photos;
    const position = Math.min(Math.floor(part * list.count), list.count - 1);
    this.bubble.textContent = words.monthName(...months.months[months.indexAt(position)]);
    this.bubble.hidden = false;
    this.bubble.style.transform = `translateY(${Math.min(Math.max(0, event.clientY - box.top - 16), box.height - 34)}px)`;
    // The thumb follows the pointer to both ends.
    if (this.isDragged) grid.scroller.scrollTo(part * grid.scroller.map.lastContent);
  }

  #release() {
    this.isDragged = false;
    this.element.classList.remove("dragged");
    this.bubble.hidden = true;
  }

  #key(event) {
    const { months, grid } = this.photos;
    const at = Number(this.element.getAttribute("aria-valuenow"));
    const steps = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1, PageUp: -12, PageDown: 12, Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    const index = Math.min(Math.max(0, at + steps[event.key]), months.length - 1);
    // The row where a month begins may show the month before it first.
    const start = Math.ceil(months.starts[index] / grid.columns) * grid.columns;
    grid.scrollToTop(index === at + 1 && months.indexAt(start) !== index ? months.starts[index] : start);
    if (event.key === "End") grid.scrollToEnd();
    setAttribute(this.element, "aria-valuenow", index);
    setAttribute(this.element, "aria-valuetext", words.monthName(...months.months[index]));
  }
}
