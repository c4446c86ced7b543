/**
 * Mouse and touch on a grid of photos: click, double click, dragging over cells, long press, pinch, Ctrl and wheel.
 *
 * A finger that moves up or down scrolls; one that moves sideways or stays a moment selects.
 */

const LONG_PRESS = 400;
const SLOP = 8;
/** How near an edge dragging scrolls, in pixels. */
const EDGE = 56;

/**
 * @typedef {object} Handlers
 * @property {(position: number, event: PointerEvent) => void} onTap
 * @property {(position: number) => void} onDoubleTap After `onTap`.
 * @property {(anchor: number, current: number) => void} onDrag
 * @property {(isDone: boolean) => void} onDragEnd
 * @property {boolean} mayDrag
 */

export class Gestures {
  /** @param {import("./grid.js").Grid} grid @param {Handlers} handlers */
  constructor(grid, handlers) {
    this.grid = grid;
    this.handlers = handlers;
    this.press = null;
    this.isDragging = false;
    this.lastTap = { position: -1, time: 0 };
    this.pinch = null;
    this.wheel = 0;
    const { element } = grid;
    const on = (type, listener, options) => element.addEventListener(type, listener.bind(this), options);
    on("pointerdown", this.#down);
    on("pointermove", this.#move);
    on("pointerup", this.#up);
    on("pointercancel", this.cancel);
    on("touchstart", this.#touchStart, { passive: true });
    on("touchmove", this.#touchMove, { passive: false });
    on("touchend", () => { this.pinch = null; });
    on("wheel", this.#wheel, { passive: false });
    on("contextmenu", (event) => { if (this.press) event.preventDefault(); });
    on("dragstart", (event) => event.preventDefault());
  }

  /** Ends what is going on without selecting. */
  cancel() {
    const { isDragging } = this;
    this.#release();
    if (isDragging) this.handlers.onDragEnd(false);
  }

  #down(event) {
    if (event.button !== 0 || !event.isPrimary) return this.cancel();
    const cell = event.target.closest(".cell");
    if (!cell || cell.hidden) return;
    this.press = { position: cell.position, x: event.clientX, y: event.clientY, id: event.pointerId,
      isTouch: event.pointerType === "touch" };
    if (this.press.isTouch && this.handlers.mayDrag) this.longPress = setTimeout(() => this.#startDrag(), LONG_PRESS);
  }

  #move(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.id) return;
    // The button was released outside the grid.
    if (!(event.buttons & 1)) return this.cancel();
    Object.assign(press, { lastX: event.clientX, lastY: event.clientY });
    const x = Math.abs(event.clientX - press.x);
    const y = Math.abs(event.clientY - press.y);
    if (!this.isDragging && Math.max(x, y) > SLOP) {
      clearTimeout(this.longPress);
      // With `touch-action: pan-y` the browser takes over only for vertical moves.
      if (this.handlers.mayDrag && (!press.isTouch || x > y)) this.#startDrag();
      else this.press = null;
    }
    if (this.isDragging) this.#drag();
  }

  #up(event) {
    const { press, isDragging } = this;
    if (!press || event.pointerId !== press.id) return;
    this.#release();
    if (isDragging) return this.handlers.onDragEnd(true);
    const isDouble = this.lastTap.position === press.position && event.timeStamp - this.lastTap.time < 350;
    this.lastTap = { position: isDouble ? -1 : press.position, time: event.timeStamp };
    if (isDouble) this.handlers.onDoubleTap(press.position);
    else this.handlers.onTap(press.position, event);
  }

  #startDrag() {
    const { press } = this;
    this.isDragging = true;
    this.grid.element.setPointerCapture(press.id);
    // Without an earlier tap the browser complains.
    if (press.isTouch && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10);
    this.handlers.onDrag(press.position, press.position);
    this.frame = requestAnimationFrame((time) => this.#autoScroll(time, time));
  }

  #drag() {
    const { press } = this;
    this.handlers.onDrag(press.position, this.grid.positionAt(press.lastX, press.lastY));
  }

  /** Scrolls while the pointer is near an edge, faster the nearer it is. */
  #autoScroll(time, last) {
    const { press, grid } = this;
    const box = grid.element.getBoundingClientRect();
    const y = press.lastY ?? press.y;
    const above = Math.max(0, box.top + EDGE - y);
    const below = Math.max(0, y - (box.bottom - EDGE));
    const speed = Math.min(3, ((below - above) / EDGE) * 1.2);
    if (speed && press.lastY !== undefined) {
      grid.scroller.scrollTo(grid.scroller.position + speed * Math.min(time - last, 50));
      this.#drag();
    }
    this.frame = requestAnimationFrame((next) => this.#autoScroll(next, time));
  }

  #release() {
    clearTimeout(this.longPress);
    cancelAnimationFrame(this.frame);
    this.press = null;
    this.isDragging = false;
  }

  #touchStart(event) {
    if (event.touches.length !== 2) return;
    this.cancel();
    this.pinch = { distance: distance(event.touches), columns: this.grid.columns };
  }

  #touchMove(event) {
    if (this.isDragging) event.preventDefault();
    if (!this.pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const [a, b] = event.touches;
    this.pinch.point ??= { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
    const scale = distance(event.touches) / this.pinch.distance;
    this.grid.setColumns(Math.round(this.pinch.columns / scale), this.pinch.point);
  }

  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const point = { x: event.clientX, y: event.clientY };
    // A notch of a wheel has about 100 pixels; a touchpad sends many small steps.
    this.wheel += event.deltaMode ? event.deltaY * 33 : event.deltaY;
    const step = Math.abs(event.deltaY) < 50 ? 12 : 50;
    const steps = Math.trunc(this.wheel / step);
    if (!steps) return;
    this.wheel = 0;
    this.grid.setColumns(this.grid.columns + Math.sign(steps), point);
  }
}

function distance([a, b]) {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}
