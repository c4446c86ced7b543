/**
 * The gray 64 × 64 pictures of the catalogue, many in one image, one below the other: one BMP of a chunk costs less
 * than a canvas or an image for each.
 */

const SIDE = 64;
export const GRAY_BYTES = SIDE * SIDE;

/** @returns {ArrayBuffer} What comes before the pixels of this many pictures. */
function header(count) {
  const size = 54 + 4 * 256;
  const view = new DataView(new ArrayBuffer(size));
  view.setUint16(0, 0x424d);
  view.setUint32(2, size + count * GRAY_BYTES, true);
  view.setUint32(10, size, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, SIDE, true);
  // A negative height: the first row is the top one.
  view.setInt32(22, -SIDE * count, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 8, true);
  for (let level = 0; level < 256; level += 1) view.setUint32(54 + 4 * level, level * 0x010101, true);
  return view.buffer;
}

export class GrayPictures {
  /** @param {ArrayBuffer} levels */
  constructor(levels) {
    this.levels = new Uint8Array(levels);
    this.count = levels.byteLength / GRAY_BYTES;
    this.address = URL.createObjectURL(new Blob([header(this.count), levels], { type: "image/bmp" }));
  }

  /** Pictures that are missing have only zeros. */
  has(index) {
    return index < this.count && this.levels.subarray(index * GRAY_BYTES, (index + 1) * GRAY_BYTES).some((level) => level > 0);
  }

  /**
   * The size and position of a background that shows one picture, cut to a square like the colour picture.
   * @param {number} ratio Width divided by height: the gray pictures are squeezed to squares.
   */
  place(index, ratio) {
    const width = Math.max(1, ratio);
    const height = Math.max(1, 1 / ratio);
    const y = (index * height + (height - 1) / 2) / (this.count * height - 1 || 1);
    return { size: `${width * 100}% ${this.count * height * 100}%`, position: `50% ${y * 100}%` };
  }

  close() {
    URL.revokeObjectURL(this.address);
  }
}
