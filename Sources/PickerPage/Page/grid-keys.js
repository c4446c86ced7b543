/** Keys on the grid of photos: moving, selecting, sizes, preview. */

/** How long Space is held until the preview opens. */
const HOLD = 350;

export class GridKeys {
  /** @param {import("./photo-grid.js").PhotoGrid} photos */
  constructor(photos) {
    this.photos = photos;
    this.grid = photos.grid;
    this.selection = photos.selection;
    /** Where a range begins. @type {?number} */
    this.anchor = null;
    const { element } = this.grid;
    element.addEventListener("keydown", (event) => this.#down(event));
    element.addEventListener("keyup", (event) => this.#up(event));
    element.addEventListener("focusout", () => this.#forgetSpace());
  }

  /** Selects from the anchor to a position. */
  selectTo(position) {
    const anchor = this.anchor ?? this.grid.focusPosition;
    this.anchor = anchor;
    return this.selection.set([[Math.min(anchor, position), Math.max(anchor, position) + 1]], true);
  }

  #down(event) {
    const { grid, selection, photos } = this;
    const command = event.ctrlKey || event.metaKey;
    const target = grid.keyTarget(event.key, command);
    if (target !== null && !event.altKey) {
      event.preventDefault();
      this.#move(target, event.shiftKey && !selection.isSingle);
    } else if (event.key === " ") {
      event.preventDefault();
      if (event.shiftKey && !selection.isSingle) this.selectTo(grid.focusPosition);
      else if (!event.repeat) this.#space();
    } else if (event.key === "Enter" && !command) {
      event.preventDefault();
      if (!selection.isSingle || selection.isOff) return photos.onOpen(grid.focusPosition);
      selection.set([[grid.focusPosition, grid.focusPosition + 1]], true);
      photos.onAdd();
    } else if (event.key === "i" && !command && !event.altKey) {
      event.preventDefault();
      photos.onOpen(grid.focusPosition, { withDetails: true });
    }
  }

  /** Moves the focus, and the end of the range from the anchor with it if `extends`. */
  #move(target, isExtending) {
    const { selection, grid } = this;
    if (!isExtending) {
      this.anchor = null;
      return grid.focus(target);
    }
    const before = grid.focusPosition;
    this.anchor ??= before;
    const { anchor } = this;
    const [oldFrom, oldTo] = [Math.min(anchor, before), Math.max(anchor, before) + 1];
    const [from, to] = [Math.min(anchor, target), Math.max(anchor, target) + 1];
    const left = [[oldFrom, Math.min(from, oldTo)], [Math.max(to, oldFrom), oldTo]].filter(([a, b]) => a < b);
    grid.focus(target);
    if (left.length) selection.set(left, false);
    selection.set([[from, to]], true);
  }

  /** A short press selects, a long one shows the preview until it ends. */
  #space() {
    const position = this.grid.focusPosition;
    this.held = setTimeout(() => {
      this.held = null;
      this.photos.onOpen(position, { isHeld: true });
    }, HOLD);
  }

  #up(event) {
    if (event.key !== " " || !this.held) return;
    this.#forgetSpace();
    this.anchor = this.grid.focusPosition;
    this.selection.toggle(this.grid.focusPosition);
  }

  #forgetSpace() {
    clearTimeout(this.held);
    this.held = null;
  }
}
