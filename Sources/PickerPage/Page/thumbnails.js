/**
 * Thumbnails: visible ones first, few requests at a time, and no longer when they are scrolled away.
 *
 * What the cache has comes many in a request, and what must be made in a request each.
 * The browser makes six connections to a server; the long poll has one, and one stays free for the data of the grid.
 */

import { getBlob, getBuffer, Refusal } from "./api.js";

const AT_A_TIME = 4;
const CACHED_AT_A_TIME = 16;
/** A picture has about 350 KB of memory when it is drawn. */
const KEEP = 200;

/** @type {Map<number, string>} Addresses by photo number, least recently used first. */
const addresses = new Map();
/** Photos that the cache does not have. */
const uncached = new Set();
/** Photos that cannot be decoded. */
const failed = new Set();
/** Photos whose files cannot be read now, which are tried again after some seconds. */
const unread = new Set();
const RETRY = 5000;
/** @type {Map<number, {numbers: number[], controller: AbortController}>} The request that loads each photo. */
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
 * @param {() => void} onLoad
 */
export function wantThumbnails(owner, numbers, onLoad) {
  if (numbers.length) wishes.set(owner, { numbers: numbers.filter((number) => !failed.has(number)), onLoad });
  else wishes.delete(owner);
  const wanted = new Set([...wishes.values()].flatMap((wish) => wish.numbers));
  for (const request of new Set(loading.values())) {
    if (request.numbers.some((number) => wanted.has(number))) continue;
    request.controller.abort();
    finish(request);
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
  const hasRoom = () => new Set(loading.values()).size < AT_A_TIME;
  for (const { numbers } of wishes.values()) {
    const missing = numbers.filter((number) =>
      !addresses.has(number) && !loading.has(number) && !failed.has(number) && !unread.has(number));
    const unasked = missing.filter((number) => !uncached.has(number));
    for (let from = 0; from < unasked.length && hasRoom(); from += CACHED_AT_A_TIME) {
      load(unasked.slice(from, from + CACHED_AT_A_TIME), loadCached);
    }
    for (const number of missing) if (uncached.has(number) && hasRoom()) load([number], makeOne);
  }
}

async function load(numbers, work) {
  const request = { numbers, controller: new AbortController() };
  const { signal } = request.controller;
  for (const number of numbers) loading.set(number, request);
  try {
    await work(numbers, signal);
  } catch (error) {
    if (error instanceof Refusal) refused(numbers, error.status);
  }
  if (signal.aborted) return;
  finish(request);
  for (const wish of wishes.values()) wish.onLoad();
  loadNext();
}

function finish(request) {
  for (const number of request.numbers) if (loading.get(number) === request) loading.delete(number);
}

/** The answer has the length of each picture in four bytes and the picture; the length is 0 if the cache has none. */
async function loadCached(numbers, signal) {
  const data = new DataView(await getBuffer("cached", { photos: numbers.join(",") }, signal));
  let at = 0;
  for (const number of numbers) {
    const length = data.getUint32(at, true);
    at += 4;
    if (length) addresses.set(number, URL.createObjectURL(new Blob([new Uint8Array(data.buffer, at, length)], { type: "image/jpeg" })));
    else uncached.add(number);
    at += length;
  }
}

async function makeOne([number], signal) {
  const blob = await getBlob(`thumb/${number}`, signal);
  if (signal.aborted) return;
  addresses.set(number, URL.createObjectURL(blob));
  uncached.delete(number);
}

function refused(numbers, status) {
  for (const number of numbers) {
    if (status === 410) failed.add(number);
    else if (!uncached.has(number)) uncached.add(number);
    else if (status === 404) failed.add(number);
    else {
      unread.add(number);
      setTimeout(() => { unread.delete(number); loadNext(); }, RETRY);
    }
  }
}
