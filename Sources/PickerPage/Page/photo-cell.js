/** Draws one photo into a cell: colour over gray over nothing, and marks for kind, favourite and selection. */

import { make, setAttribute } from "./dom.js";
import { getJSON } from "./api.js";
import { Flag } from "./grid-record.js";
import { hasFailed, thumbnail } from "./thumbnails.js";
import * as words from "./words.js";

/** The names of photos that cannot be decoded, by photo number. */
const names = new Map();

/**
 * @param {HTMLElement} cell
 * @param {import("./photo-list.js").PhotoList} list
 * @param {number} position
 * @param {number} place 0 or the place in the order of selection.
 */
export function drawPhoto(cell, list, position, place, isOrdered) {
  const photo = list.photo(position);
  if (!photo) return drawNothing(cell);
  const { number, flags } = photo;
  const color = thumbnail(number);
  const gray = list.gray(position);
  const isFailed = (flags & Flag.undecodable) > 0 || hasFailed(number);
  // Writing to elements costs much more than comparing what is drawn.
  const key = `${number} ${flags} ${place} ${color} ${gray?.address} ${isFailed}`;
  if (cell.drawn === key) return;
  // A gray picture that is shown stays below the colour picture until the browser has read that.
  const needsGray = !color || (cell.number === number && cell.isGray);
  Object.assign(cell, { drawn: key, number, isGray: gray !== null && needsGray });
  setPicture(cell, color, needsGray ? gray : null, photo);
  setMarks(cell, photo, place, isOrdered);
  setText(cell, isFailed && !color && !gray ? photo : null);
  setAttribute(cell, "aria-label", words.label(photo, place, isOrdered));
}

function drawNothing(cell) {
  if (cell.drawn === "") return;
  Object.assign(cell, { drawn: "", number: null });
  setPicture(cell, null, null);
  setMarks(cell, { flags: 0 }, 0, false);
  setText(cell, null);
  setAttribute(cell, "aria-label", "Loading");
}

/** The first layer is the mark of files that are elsewhere, the last one that of selected cells behind the picture. */
function setPicture(cell, color, gray, photo) {
  const layer = (address) => (address ? `url("${address}")` : "none");
  const place = gray?.place(photo.height ? photo.width / photo.height : 1);
  const picture = `${layer(color)} ${layer(gray?.address)} ${place?.position}`;
  if (cell.picture === picture) return;
  cell.picture = picture;
  cell.style.backgroundImage = `var(--cloud, none), ${layer(color)}, ${layer(gray?.address)}, var(--mark, none)`;
  cell.style.backgroundSize = `auto, cover, ${place?.size ?? "auto"}, auto`;
  cell.style.backgroundPosition = `left 6px bottom 6px, center, ${place?.position ?? "center"}, center`;
}

function setMarks(cell, { flags, duration }, place, isOrdered) {
  const note = flags & Flag.video ? words.duration(duration)
    : flags & Flag.live ? "LIVE" : flags & Flag.animated ? "GIF" : flags & Flag.raw ? "RAW" : null;
  setAttribute(cell, "data-note", note);
  setAttribute(cell, "aria-selected", place > 0);
  setAttribute(cell, "data-place", place ? (isOrdered ? words.count(place) : "") : null);
  cell.classList.toggle("favorite", (flags & Flag.favorite) > 0);
  cell.classList.toggle("elsewhere", (flags & Flag.elsewhere) > 0);
}

/** Kind, name and date of a photo without a picture. */
function setText(cell, photo) {
  if (!photo) {
    if (cell.firstChild) cell.replaceChildren();
    return;
  }
  const name = names.get(photo.number);
  cell.replaceChildren(make("span", { class: "in-words" },
    make("b", {}, words.kind(photo.flags)), make("span", {}, name ?? ""), make("span", {}, words.date(photo.minutes))));
  if (name !== undefined) return;
  names.set(photo.number, "");
  getJSON(`details/${photo.number}`).then((details) => {
    names.set(photo.number, details.name);
    if (cell.number === photo.number && cell.firstChild) setText(cell, photo);
  }, () => {});
}
