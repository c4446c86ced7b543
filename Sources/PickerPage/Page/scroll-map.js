/**
 * Maps a scroll box of limited length to content of any length.
 *
 * Browsers cut elements at 33.5 million device pixels, so the box has at most `LIMIT` pixels. Near both ends one
 * pixel of the box is one of the content, because people scroll there by hand and the ends must be reachable;
 * the part between is stretched.
 */
const LIMIT = 8_000_000;
const EDGE = 1_500_000;

export class ScrollMap {
  constructor() {
    this.resize(0, 0);
  }

  /**
   * @param {number} length The length of the content.
   * @param {number} viewport The length of the visible part.
   */
  resize(length, viewport) {
    this.boxLength = Math.min(length, LIMIT);
    this.lastContent = Math.max(0, length - viewport);
    this.lastBox = Math.max(0, this.boxLength - viewport);
    this.stretch = (this.lastContent - 2 * EDGE) / (this.lastBox - 2 * EDGE);
  }

  get isStretched() {
    return this.lastContent > this.lastBox;
  }

  /** The content's offset at a scroll position of the box. */
  toContent(box) {
    if (!this.isStretched || box <= EDGE) return box;
    if (box >= this.lastBox - EDGE) return this.lastContent - (this.lastBox - box);
    return EDGE + (box - EDGE) * this.stretch;
  }

  /** The scroll position of the box at an offset of the content. */
  toBox(content) {
    if (!this.isStretched || content <= EDGE) return content;
    if (content >= this.lastContent - EDGE) return this.lastBox - (this.lastContent - content);
    return EDGE + (content - EDGE) / this.stretch;
  }
}
