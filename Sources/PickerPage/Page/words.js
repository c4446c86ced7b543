/** Words for numbers, dates and photos. */

import { Flag } from "./grid-record.js";

const number = new Intl.NumberFormat("en-GB");
const format = (options) => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
const day = format({ day: "numeric", month: "long", year: "numeric" });
const time = format({ hour: "2-digit", minute: "2-digit" });
const month = format({ month: "long", year: "numeric" });
const monthOnly = format({ month: "long" });

export const count = (n) => number.format(n);
export const photos = (n) => `${count(n)} ${n === 1 ? "photo" : "photos"}`;
export const albums = (n) => `${count(n)} ${n === 1 ? "album" : "albums"}`;

/** @param {number|null} minutes Local minutes since 1970. */
export function date(minutes) {
  if (minutes === null) return "without a date";
  return `${day.format(minutes * 60000)}, ${time.format(minutes * 60000)}`;
}

export function monthName(year, number) {
  return year ? month.format(Date.UTC(year, number - 1)) : "Without a date";
}

/** “May 2021”, “May – June 2021”, or “2019 – 2021” for more than a year. */
export function monthRange([year, first], [endYear, last]) {
  if (year === endYear && first === last) return monthName(year, first);
  if (!year || !endYear) return `${monthName(year, first)} – ${monthName(endYear, last)}`;
  if (year === endYear) return `${monthOnly.format(Date.UTC(year, first - 1))} – ${monthName(year, last)}`;
  if (endYear - year > 1) return `${year} – ${endYear}`;
  return `${monthName(year, first)} – ${monthName(endYear, last)}`;
}

export function duration(seconds) {
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How long a video is, to be heard. */
function spokenDuration(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const words = [];
  if (minutes) words.push(`${minutes} ${minutes === 1 ? "minute" : "minutes"}`);
  if (rest || !minutes) words.push(`${rest} ${rest === 1 ? "second" : "seconds"}`);
  return words.join(" ");
}

const syncStates = {
  uploading: "A change is not written to the registry yet",
  published: "A device has not read all changes yet",
  synced: "All devices have read every change",
  halfSynced: "Files of another device are missing, so a change may not be known here",
  deletedElsewhere: "Another device deleted it",
  conflictingEdit: "Two devices set different values",
};

/** What other devices know of a photo. @param {string|undefined} state */
export const syncState = (state) => syncStates[state] ?? "";

export function kind(flags) {
  if (flags & Flag.video) return "Video";
  if (flags & Flag.live) return "Live photo";
  if (flags & Flag.screenshot) return "Screenshot";
  if (flags & Flag.panorama) return "Panorama";
  if (flags & Flag.animated) return "Animated picture";
  if (flags & Flag.raw) return "Raw photo";
  return "Photo";
}

/**
 * “Photo, 3 May 2021, 14:05, favourite, selected 2”
 * @param {import("./photo-list.js").Photo} photo
 * @param {number} place 0 or the place in the order of selection.
 */
export function label(photo, place, isOrdered) {
  const parts = [kind(photo.flags), date(photo.minutes)];
  if (photo.flags & Flag.video) parts.push(spokenDuration(photo.duration));
  if (photo.flags & Flag.favorite) parts.push("favourite");
  if (photo.flags & Flag.hidden) parts.push("hidden");
  if (photo.flags & Flag.trashed) parts.push("deleted");
  if (photo.flags & Flag.undecodable) parts.push("cannot be shown");
  if (photo.flags & Flag.elsewhere) parts.push("not on this device");
  if (place) parts.push(isOrdered ? `selected ${count(place)}` : "selected");
  return parts.join(", ");
}

export function bytes(n) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0;
  for (; n >= 1000 && unit < 4; unit += 1) n /= 1000;
  return `${n.toLocaleString("en-GB", { maximumFractionDigits: unit > 1 ? 1 : 0 })} ${units[unit]}`;
}
