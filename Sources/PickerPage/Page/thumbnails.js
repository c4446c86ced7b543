/**
 * Thumbnails: visible ones first, few at a time, and no longer when they are scrolled away.
 *
 * The browser makes six connections to a server; the long poll has one, and one stays free for the data of the grid.
 */

import { getBlob, Refusal } from "./api.js";

const AT_A_TIME = 4;
/** A picture has about 350 KB of memory when it is drawn. */
const KEEP = 200;

/** @type {Map<number, string>} Addresses by photo number, least recently used first. */
const addresses = new Map();
/** Photos that cannot be decoded. */
const failed = new Set();
/** Photos whose files cannot be read now, which are tried again after some seconds. */
const unread = new Set();
const RETRY = 5000;
/** @type {Map<number, AbortController>} */
const loading = new Map();
/** @type {Map<object, {numbers: number[], onLoad: Function}>} What each part of the page wants, in its order. */
const wishes = new Map();

/** The address of a photo's thumbnail, if it is loaded. */
export function thumbnail(number) {
  const address = addresses.get(number);
  if (address) {
    addresses.delete(number);
    addresses.set(number, address);
  }
  return address ?? null;
}

export const hasFailed = (number) => failed.has(number);

/**
 * Replaces the wishes of a part of the page.
 * @param {object} owner
 * @param {number[]} numbers Photo numbers, most urgent first.
 * @param {(number: number) => void} onLoad
 */
export function wantThumbnails(owner, numbers, onLoad) {
  if (numbers.length) wishes.set(owner, { numbers: numbers.filter((number) => !failed.has(number)), onLoad });
  else wishes.delete(owner);
  const wanted = new Set([...wishes.values()].flatMap((wish) => wish.numbers));
  for (const [number, controller] of loading) {
    if (!wanted.has(number)) {
      controller.abort();
      loading.delete(number);
    }
  }
  for (const [number, address] of addresses) {
    if (addresses.size <= KEEP) break;
    if (wanted.has(number)) continue;
    URL.revokeObjectURL(address);
    addresses.delete(number);
  }
  loadNext();
}

function loadNext() {
  for (const { numbers } of wishes.values()) {
    for (const number of numbers) {
      if (loading.size >= AT_A_TIME) return;
      if (!addresses.has(number) && !loading.has(number) && !failed.has(number) && !unread.has(number)) load(number);
    }
  }
}

async function load(number) {
  const controller = new AbortController();
  loading.set(number, controller);
  try {
    const blob = await getBlob(`thumb/${number}`, controller.signal);
    if (!controller.signal.aborted) addresses.set(number, URL.createObjectURL(blob));
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) failed.add(number);
    else if (error instanceof Refusal) {
      unread.add(number);
      setTimeout(() => { unread.delete(number); loadNext(); }, RETRY);
    }
  }
  if (loading.get(number) === controller) loading.delete(number);
  if (controller.signal.aborted) return;
  for (const wish of wishes.values()) wish.onLoad(number);
  loadNext();
}
