/** The details of a photo as a list of names and values. */

import { make } from "./dom.js";
import { Flag } from "./grid-record.js";
import * as words from "./words.js";

/** @param {object} details The server's answer. @param {number} flags The photo's. @returns {Node[]} */
export function detailLines(details, flags) {
  const minutes = details.date ? Date.parse(`${details.date.slice(0, 19)}Z`) / 60000 : null;
  const state = [details.favorite && "favourite", details.hidden && "hidden", details.trashed && "deleted",
    flags & Flag.elsewhere && "not on this device"].filter(Boolean);
  const lines = [
    ["Name", details.name],
    ["Caption", details.caption],
    ["Date", words.date(Number.isNaN(minutes) ? null : minutes)],
    ["Kind", words.kind(flags)],
    ["Length", details.duration ? words.duration(Math.round(details.duration)) : ""],
    ["Size", [details.width && `${details.width} × ${details.height}`, details.size && words.bytes(details.size)].filter(Boolean).join(", ")],
    ["Place", details.latitude == null ? "" : `${details.latitude.toFixed(4)}, ${details.longitude.toFixed(4)}`],
    ["Albums", (details.albums ?? []).join(", ")],
    ["State", state.join(", ")],
    ["Devices", words.syncState(details.syncState)],
  ];
  const list = make("dl");
  for (const [name, value] of lines) if (value) list.append(make("dt", {}, name), make("dd", {}, value));
  return [make("h2", {}, "Details"), list];
}
