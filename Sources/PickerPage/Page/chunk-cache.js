/** Chunks of a long list that are loaded when wanted, and whose loading ends when they are not wanted any more. */
export class ChunkCache {
  /**
   * @param {{size: number, keep: number, load: (from: number, signal: AbortSignal) => Promise<any>,
   *          onLoad: Function, onDrop?: (value: any) => void}} options
   */
  constructor(options) {
    Object.assign(this, options);
    /** @type {Map<number, {value: any, isStale: boolean, controller: ?AbortController}>} Least recently used first. */
    this.chunks = new Map();
  }

  /** The value of the chunk that holds a position, if it is loaded. */
  at(position) {
    return this.chunks.get(Math.floor(position / this.size))?.value;
  }

  /** Loads what holds `from..<to` and ends other loading. */
  want(from, to) {
    const first = Math.floor(from / this.size);
    const last = Math.floor((to - 1) / this.size);
    for (const [number, chunk] of this.chunks) {
      if ((number < first || number > last) && chunk.controller) this.#stop(number, chunk);
    }
    for (let number = first; number <= last; number += 1) {
      const chunk = this.chunks.get(number) ?? { value: undefined, isStale: true, controller: null };
      this.chunks.delete(number);
      this.chunks.set(number, chunk);
      if (chunk.isStale && !chunk.controller) this.#load(number, chunk);
    }
    for (const [number, chunk] of this.chunks) {
      if (this.chunks.size <= this.keep + last - first) break;
      this.chunks.delete(number);
      if (chunk.value !== undefined) this.onDrop?.(chunk.value);
    }
  }

  /** What is loaded stays visible, but is loaded again when wanted. */
  invalidate() {
    for (const [number, chunk] of this.chunks) {
      chunk.isStale = true;
      if (chunk.controller) this.#stop(number, chunk);
    }
  }

  /** What is loaded stays as it is, also if it is being loaded again. */
  stopReloading() {
    for (const [number, chunk] of this.chunks) {
      if (chunk.controller && chunk.value !== undefined) this.#stop(number, chunk);
    }
  }

  /** Ends all loading and forgets everything. */
  close() {
    this.invalidate();
    for (const chunk of this.chunks.values()) this.onDrop?.(chunk.value);
    this.chunks.clear();
  }

  #stop(number, chunk) {
    chunk.controller.abort();
    chunk.controller = null;
    if (chunk.value === undefined) this.chunks.delete(number);
  }

  async #load(number, chunk) {
    const controller = new AbortController();
    chunk.controller = controller;
    try {
      const value = await this.load(number * this.size, controller.signal);
      if (chunk.controller !== controller) return;
      Object.assign(chunk, { value, isStale: false, controller: null });
      this.onLoad();
    } catch {
      // Aborted, or refused: the next wish asks again.
      if (chunk.controller === controller) this.#stop(number, chunk);
    }
  }
}
