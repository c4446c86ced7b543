/** The photos of one view as they were when it was shown: what they are, whether they are selected, and their gray pictures. */

import { getBytes, Refusal } from "./api.js";
import { ChunkCache } from "./chunk-cache.js";
import { GrayPictures } from "./gray-picture.js";
import { NO_TIME, RECORD, record } from "./grid-record.js";

/**
 * @typedef {{number: number, minutes: ?number, flags: number, duration: number, width: number, height: number}} Photo
 */

/** Photos a request. Gray pictures are much longer than records. */
const CHUNK = 512;
const GRAY_CHUNK = 64;

export class PhotoList {
  /**
   * @param {string} view
   * @param {number} count
   * @param {{number?: number, onChange?: Function, onTotal?: (selected: number) => void}} options `number`: of a list of the
   *   server that does not change when the library changes.
   */
  constructor(view, count, { number, onChange = () => {}, onTotal = () => {} } = {}) {
    this.view = view;
    /** What requests name. */
    this.source = number === undefined ? { view } : { list: number };
    this.count = count;
    /** Why the server gave no data of this list. @type {?Refusal} */
    this.refusal = null;
    const chunk = (name, size, keep, read, onDrop) => new ChunkCache({
      size, keep, onDrop, onLoad: () => onChange(),
      load: async (from, signal) => {
        const wanted = Math.min(size, this.count - from);
        const { data, selected } = await getBytes(name, this.source, from, wanted, signal).catch((error) => {
          if (error instanceof Refusal) this.refusal = error;
          throw error;
        });
        if (name === "state") onTotal(selected);
        return read(data);
      },
    });
    this.records = chunk("grid", CHUNK, 64, (data) => new DataView(data));
    this.states = chunk("state", CHUNK, 64, (data) => new Uint32Array(data));
    this.grays = chunk("gray", GRAY_CHUNK, 16, (data) => new GrayPictures(data), (pictures) => pictures?.close());
  }

  /** Loads what is needed to show `from..<to`. */
  want(from, to, { withStates = true, withGrays = true } = {}) {
    if (from >= to) return;
    this.wanted = [from, to];
    this.records.want(from, to);
    if (withStates) this.states.want(from, to);
    if (withGrays) this.grays.want(from, to);
  }

  /** @returns {?Photo} */
  photo(position) {
    const data = this.records.at(position);
    const at = (position % CHUNK) * RECORD;
    if (!data || at >= data.byteLength) return null;
    const photo = record(data, at);
    return { ...photo, minutes: photo.minutes === NO_TIME ? null : photo.minutes };
  }

  /** 0, or the place in the order of selection. */
  place(position) {
    return this.states.at(position)?.[position % CHUNK] ?? 0;
  }

  /**
   * The gray picture, if it is loaded and there is one.
   * @returns {?{address: string, place: (ratio: number) => {size: string, position: string}}}
   */
  gray(position) {
    const pictures = this.grays.at(position);
    const index = position % GRAY_CHUNK;
    if (!pictures?.has(index)) return null;
    return { address: pictures.address, place: (ratio) => pictures.place(index, ratio) };
  }

  /**
   * Marks photos as selected or not before the server has answered.
   * @returns {number} The number of photos selected then, as far as it is known.
   */
  mark(ranges, on, total, limit) {
    for (const [from, to] of ranges) {
      for (const [number, { value }] of this.states.chunks) {
        if (!value) continue;
        const start = number * CHUNK;
        for (let index = Math.max(0, from - start); index < Math.min(value.length, to - start); index += 1) {
          if (on === value[index] > 0 || (on && limit && total >= limit)) continue;
          total += on ? 1 : -1;
          value[index] = on ? total : 0;
        }
      }
    }
    return total;
  }

  /** Nothing is selected. */
  markNone() {
    for (const { value } of this.states.chunks.values()) value?.fill(0);
  }

  /** Ends the reloading of what is selected, because a change follows. */
  stopReloadingStates() {
    this.states.stopReloading();
  }

  /** Asks the server again which photos are selected. */
  reloadStates() {
    this.states.invalidate();
    if (this.wanted) this.states.want(...this.wanted);
  }

  close() {
    for (const cache of [this.records, this.states, this.grays]) cache.close();
  }
}
