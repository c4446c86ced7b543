/** Requests to the server. All addresses are relative to the page, below its token. */

/** The server's refusal, with a message for people. */
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Dispatches `lost` and `back` when the server does not answer and answers again, and `ended` when the session is over. */
export const server = new EventTarget();

let isOver = false;

/** The session is over: nothing more is asked. */
export function stopAsking() {
  isOver = true;
}

/** While the server does not answer: a promise that it answers again. */
let absence = null;
let retryNow = () => {};

/** Asks a server that does not answer again at once. */
export const tryNow = () => retryNow();

// `URLSearchParams` would write a space as +, which the server takes for a plus sign.
const path = (name, query = {}) => {
  const parts = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return parts.length ? `${name}?${parts.join("&")}` : name;
};

async function ask(address, options) {
  const response = await fetch(address, { cache: "no-store", credentials: "same-origin", ...options });
  if (response.ok) return response;
  const message = await response.json().then((body) => body.message, () => null);
  if (response.status === 410) {
    isOver = true;
    server.dispatchEvent(new Event("ended"));
  }
  throw new Refusal(response.status, message ?? "The picker refused this.");
}

/** Asks until there is an answer: a server that is gone for a moment loses nothing. */
async function askPersistently(address, options = {}) {
  for (;;) {
    if (isOver) throw new Refusal(410, "The session has ended.");
    try {
      return await ask(address, options);
    } catch (error) {
      // `fetch` throws a TypeError if there was no answer at all.
      if (!(error instanceof TypeError)) throw error;
      options.signal?.throwIfAborted();
      if (isOver) continue;
      await waitForServer();
      options.signal?.throwIfAborted();
    }
  }
}

function waitForServer() {
  absence ??= (async () => {
    server.dispatchEvent(new Event("lost"));
    for (let pause = 300; !isOver; pause = Math.min(pause * 2, 5000)) {
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, pause);
        retryNow = () => { clearTimeout(timer); resolve(); };
      });
      try {
        await ask("session");
        break;
      } catch (error) {
        if (!(error instanceof TypeError)) break;
      }
    }
    absence = null;
    server.dispatchEvent(new Event("back"));
  })();
  return absence;
}

/** Waits until the server answers. @returns {Promise<boolean>} Whether it did not answer at first. */
export async function waitIfLost() {
  try {
    await ask("session");
  } catch (error) {
    if (!(error instanceof TypeError)) return false;
    await waitForServer();
    return true;
  }
  return false;
}

export const getJSON = async (name, query, signal) => (await askPersistently(path(name, query), { signal })).json();

/**
 * Bytes of photos `from..<from + count`, and how many photos are selected.
 * @param {{list: number}|{view: string}} photos The number of a list, or what a view has now.
 */
export async function getBytes(name, photos, from, count, signal) {
  const response = await askPersistently(path(name, { ...photos, from, count }), { signal });
  return { data: await response.arrayBuffer(), selected: Number(response.headers.get("X-Selected") ?? NaN) };
}

export const getBuffer = async (name, query, signal) =>
  (await askPersistently(path(name, query), { signal, priority: "low" })).arrayBuffer();

export const getBlob = async (name, signal) => (await askPersistently(name, { signal, priority: "low" })).blob();

export async function post(name, body = {}) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    return await (await ask(name, options)).json();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    waitForServer();
    throw new Refusal(0, "The picker does not answer. Nothing was changed.");
  }
}

/** Calls back for each kind of event of the session, up to the one that ends it. */
export async function listen(after, onEvent) {
  for (let number = after; ;) {
    try {
      const answer = await getJSON("events", { after: number });
      number = answer.number;
      // An app can change the selection many times between two answers.
      const kinds = new Set(answer.events.map(({ kind }) => kind));
      kinds.forEach(onEvent);
      if (kinds.has("done")) return;
    } catch (error) {
      if (error.status === 410) return;
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  }
}
