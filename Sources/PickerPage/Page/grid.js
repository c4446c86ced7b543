/**
 * A grid of equal cells of which only the visible ones exist: a cell's place is its position divided by the columns.
 * The cell with the focus always exists, so that focus is never lost by scrolling.
 */

import { make, setAttribute } from "./dom.js";
import { Scroller } from "./scroller.js";

/** At most about so many cells exist. */
const MOST_CELLS = 260;

export class Grid {
  /**
   * @param {HTMLElement} element
   * @param {object} options
   * @param {string} options.label
   * @param {number} options.gap Pixels between cells.
   * @param {number} [options.below] Pixels for text below each square.
   * @param {number} [options.inset] Pixels at both sides.
   * @param {number} [options.cellWidth] About how wide a cell is at first.
   * @param {number} [options.least] The least columns.
   * @param {(cell: HTMLElement, position: number) => void} options.draw
   * @param {(from: number, to: number) => void} options.onRange Called with what is visible.
   */
  constructor(element, { label, gap, below = 0, inset = 0, cellWidth = 0, least = 3, draw, onRange }) {
    Object.assign(this, { element, gap, below, inset, cellWidth, least, draw, onRange });
    this.count = 0;
    this.isShown = true;
    this.columns = 4;
    this.focusPosition = 0;
    /** @type {Map<number, HTMLElement>} Rows by their number. */
    this.rows = new Map();
    element.setAttribute("role", "grid");
    element.setAttribute("aria-label", label);
    element.classList.add("scroller");
    this.scroller = new Scroller(element, { onScroll: () => this.render() });
    new ResizeObserver(() => this.#resized()).observe(element);
    element.addEventListener("focusin", (event) => {
      const cell = event.target.closest(".cell");
      if (cell && cell.position !== this.focusPosition) this.pointTo(cell.position);
    });
  }

  get rowCount() { return Math.ceil(this.count / this.columns); }
  get hasFocus() { return this.element.contains(document.activeElement); }
  get isAtEnd() { return this.scroller.position >= this.scroller.map.lastContent - 1; }

  /** The most columns whose visible cells are not too many and not too small to touch. */
  get mostColumns() {
    const { clientWidth: width, clientHeight: height } = this.element;
    return Math.max(3, Math.min(20, Math.floor(Math.sqrt(MOST_CELLS * width / Math.max(height, 1))), Math.floor(width / 26)));
  }

  /** Shows other content. @param {number} count */
  setCount(count) {
    this.count = count;
    this.focusPosition = Math.min(this.focusPosition, Math.max(0, count - 1));
    this.#removeRows();
    this.#layOut();
  }

  /** Shows the cells again after `clear`. */
  show() {
    this.isShown = true;
    this.render();
  }

  /** Draws all cells again, because what they show has changed. */
  refresh() {
    for (const row of this.rows.values()) {
      for (const cell of row.children) if (!cell.hidden) this.draw(cell, cell.position);
    }
  }

  /** Removes all cells of a grid that is not shown; `render` makes them again. */
  clear() {
    this.isShown = false;
    this.#removeRows();
  }

  /** Scrolls as little as needed to show a position; `isCentred` puts it in the middle. */
  reveal(position, isCentred = false) {
    const top = Math.floor(position / this.columns) * this.rowHeight;
    const { viewport } = this.scroller;
    const start = this.scroller.position;
    if (isCentred) this.scroller.scrollTo(top - (viewport - this.rowHeight) / 2);
    else if (top < start) this.scroller.scrollTo(top);
    else if (top + this.rowHeight > start + viewport) this.scroller.scrollTo(top + this.rowHeight - viewport);
  }

  /** Shows a position at the top. */
  scrollToTop(position) {
    this.scroller.scrollTo(Math.floor(position / this.columns) * this.rowHeight);
  }

  scrollToEnd() {
    this.scroller.scrollTo(this.scroller.map.lastContent);
    if (!this.hasFocus) this.pointTo(Math.max(0, this.count - 1));
  }

  /** Moves the focus to a position and shows it. */
  focus(position) {
    if (!this.count) return;
    position = Math.min(Math.max(0, position), this.count - 1);
    this.pointTo(position);
    this.reveal(position);
    this.cell(position)?.focus({ preventScroll: true });
  }

  /** The position a key moves to; null if the key does not move. */
  keyTarget(key, isWhole) {
    const { focusPosition: at, columns, count } = this;
    const rowStart = at - (at % columns);
    const page = Math.max(1, Math.floor(this.scroller.viewport / this.rowHeight)) * columns;
    switch (key) {
      case "ArrowLeft": return Math.max(0, at - 1);
      case "ArrowRight": return Math.min(count - 1, at + 1);
      case "ArrowUp": return at >= columns ? at - columns : at;
      case "ArrowDown": return rowStart + columns < count ? Math.min(at + columns, count - 1) : at;
      case "PageUp": return Math.max(at % columns, at - page);
      case "PageDown": return Math.min(count - 1, at + page);
      case "Home": return isWhole ? 0 : rowStart;
      case "End": return isWhole ? count - 1 : Math.min(count - 1, rowStart + columns - 1);
      default: return null;
    }
  }

  /** The cell of a position, if it exists now. */
  cell(position) {
    return this.rows.get(Math.floor(position / this.columns))?.children[position % this.columns] ?? null;
  }

  /** The first position in full view, and the end of what is visible. */
  get visible() {
    const { position, viewport } = this.scroller;
    const first = Math.ceil((position - this.side / 2) / this.rowHeight) * this.columns;
    const end = Math.ceil((position + viewport) / this.rowHeight) * this.columns;
    return [Math.min(Math.max(0, first), Math.max(0, this.count - 1)), Math.min(end, this.count)];
  }

  /** The position nearest to a point of the window. */
  positionAt(x, y) {
    const box = this.element.getBoundingClientRect();
    const column = Math.floor((x - box.left - this.inset) / (this.side + this.gap));
    const row = Math.floor((y - box.top + this.scroller.position) / this.rowHeight);
    const position = Math.max(0, row) * this.columns + Math.min(Math.max(0, column), this.columns - 1);
    return Math.min(position, this.count - 1);
  }

  /**
   * Changes the columns so that what is at a point of the window stays there.
   * @param {{x: number, y: number}} [point] The middle if none is given.
   */
  setColumns(columns, point) {
    columns = Math.min(Math.max(this.least, columns), this.mostColumns);
    if (columns === this.columns || !this.count) return;
    const box = this.element.getBoundingClientRect();
    const { x, y } = point ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    // Several steps at one point keep the same photo there.
    if (this.anchor?.x !== x || this.anchor.y !== y || performance.now() - this.anchor.time > 2000) {
      const inContent = y - box.top + this.scroller.position;
      this.anchor = { x, y, position: this.positionAt(x, y), part: (inContent % this.rowHeight) / this.rowHeight };
    }
    this.anchor.time = performance.now();
    const wasAtEnd = !point && this.isAtEnd;
    this.columns = columns;
    this.isColumnsChosen = true;
    this.#rebuild(() => {
      const row = Math.floor(this.anchor.position / columns);
      if (wasAtEnd) this.scroller.scrollTo(this.scroller.map.lastContent);
      else this.scroller.scrollTo((row + this.anchor.part) * this.rowHeight - (y - box.top));
    });
  }

  /** How many columns this width wants. */
  suggestedColumns() {
    const { clientWidth } = this.element;
    const width = this.cellWidth || (clientWidth < 600 ? 130 : clientWidth < 1000 ? 165 : 185);
    return Math.min(Math.max(this.least, Math.round(clientWidth / width)), 9);
  }

  /** Makes, moves and removes rows so that those in view exist. */
  render() {
    const { scroller, columns } = this;
    if (!this.count || !scroller.viewport || !this.isShown) return;
    const visibleRows = Math.ceil(scroller.viewport / this.rowHeight) + 1;
    const spare = Math.min(3, Math.max(0, Math.floor((MOST_CELLS / columns - visibleRows) / 2)));
    const top = Math.floor(scroller.position / this.rowHeight);
    const first = Math.max(0, top - spare);
    const last = Math.min(this.rowCount - 1, top + visibleRows - 1 + spare);
    const focusRow = Math.floor(this.focusPosition / columns);
    const free = [];
    for (const [number, row] of this.rows) {
      if ((number < first || number > last) && number !== focusRow) {
        this.rows.delete(number);
        row.remove();
        free.push(row);
      }
    }
    const numbers = [];
    for (let number = first; number <= last; number += 1) numbers.push(number);
    if (focusRow < first) numbers.unshift(focusRow);
    if (focusRow > last) numbers.push(focusRow);
    let next = scroller.sizer.firstElementChild;
    for (const number of numbers) {
      let row = this.rows.get(number);
      if (row) {
        next = row.nextElementSibling;
      } else {
        row = free.pop() ?? this.#makeRow();
        this.rows.set(number, row);
        scroller.sizer.insertBefore(row, next);
        this.#fill(row, number);
      }
      this.#place(row, number, first, last);
    }
    this.#keepFocusInView();
    this.onRange(...this.visible);
  }

  #place(row, number, first, last) {
    let y = number * this.rowHeight;
    // The row with the focus waits just outside of the view.
    if (number < first) y = (first - 1) * this.rowHeight;
    if (number > last) y = (last + 1) * this.rowHeight;
    const place = `translateY(${this.scroller.inBox(y)}px)`;
    if (row.place !== place) {
      row.place = place;
      row.style.transform = place;
    }
  }

  #makeRow() {
    const row = make("div", { role: "row", class: "row" });
    for (let column = 1; column <= this.columns; column += 1) {
      row.append(make("div", { role: "gridcell", class: "cell", tabindex: "-1", "aria-colindex": column }));
    }
    return row;
  }

  #fill(row, number) {
    row.setAttribute("aria-rowindex", number + 1);
    for (let column = 0; column < this.columns; column += 1) {
      const cell = row.children[column];
      cell.position = number * this.columns + column;
      cell.hidden = cell.position >= this.count;
      setAttribute(cell, "tabindex", cell.position === this.focusPosition ? 0 : -1);
      if (!cell.hidden) this.draw(cell, cell.position);
    }
  }

  /** Keys go on from this position, and its row is kept, without a focus. */
  pointTo(position) {
    this.cell(this.focusPosition)?.setAttribute("tabindex", -1);
    this.focusPosition = position;
    this.render();
    this.cell(position)?.setAttribute("tabindex", 0);
  }

  /** Tab should reach a visible cell if people scrolled without the keyboard. */
  #keepFocusInView() {
    const [first, end] = this.visible;
    if (this.hasFocus || (this.focusPosition >= first && this.focusPosition < end)) return;
    this.cell(this.focusPosition)?.setAttribute("tabindex", -1);
    this.focusPosition = first;
    this.cell(first)?.setAttribute("tabindex", 0);
  }

  #removeRows() {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
  }

  /** Makes all rows again; `scroll` says where to. */
  #rebuild(scroll) {
    const { hasFocus } = this;
    this.#removeRows();
    this.#layOut();
    scroll();
    if (hasFocus) this.cell(this.focusPosition)?.focus({ preventScroll: true });
  }

  #layOut() {
    const width = this.element.clientWidth - 2 * this.inset;
    if (width <= 0) return;
    this.width = this.element.clientWidth;
    if (!this.isColumnsChosen) this.columns = this.suggestedColumns();
    this.columns = Math.min(this.columns, this.mostColumns);
    this.side = (width - (this.columns - 1) * this.gap) / this.columns;
    this.rowHeight = Math.round(this.side) + this.below + this.gap;
    this.element.style.setProperty("--columns", this.columns);
    this.element.style.setProperty("--side", `${Math.round(this.side)}px`);
    this.element.classList.toggle("tiny", this.side < 76);
    // Many cells that move at once would cost too much.
    this.element.classList.toggle("many", this.columns > 9);
    setAttribute(this.element, "aria-rowcount", this.rowCount);
    setAttribute(this.element, "aria-colcount", this.columns);
    this.scroller.resize(Math.max(0, this.rowCount * this.rowHeight - this.gap));
  }

  #resized() {
    // A hidden grid keeps what it had.
    if (!this.element.clientWidth) return;
    const { isAtEnd, hasFocus } = this;
    const { position, viewport } = this.scroller;
    if (this.width === this.element.clientWidth) {
      // Only the height has changed: what is under the finger stays there.
      this.#layOut();
      const isTaller = this.scroller.viewport > viewport;
      this.scroller.scrollTo(isAtEnd && isTaller ? this.scroller.map.lastContent : position);
      if (hasFocus) this.reveal(this.focusPosition);
      return;
    }
    const [first] = this.rowHeight ? this.visible : [0];
    const offset = Math.floor(first / this.columns) * this.rowHeight - position || 0;
    this.#rebuild(() => {
      if (isAtEnd && viewport) this.scroller.scrollTo(this.scroller.map.lastContent);
      else this.scroller.scrollTo(Math.floor(first / this.columns) * this.rowHeight - offset);
    });
  }
}
