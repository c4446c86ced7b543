/** What the page says about the purpose of the selection: for an app once, or for what an app may always see. */

import * as words from "./words.js";

const PURPOSES = {
  pick: {
    add: (n) => n > 1 ? `Add ${words.count(n)}` : "Add",
    added: (n, app) => [`${words.photos(n)} ${n === 1 ? "was" : "were"} handed to ${app}.`, "You can close this page."],
    cancelled: (app) => ["Cancelled", `No photos were handed to ${app}. You can close this page.`],
  },
  authorize: {
    add: (n) => n ? `Let it see ${words.photos(n)}` : "Let it see no photos",
    added: (n, app) => [`${app} sees ${words.photos(n)}`, "You can change this with “photos access”, and close this page."],
    cancelled: (app) => ["Nothing is decided", `${app} sees no photos, and can ask again later. You can close this page.`],
  },
  select: {
    add: (n) => n ? `Show it ${words.photos(n)}` : "Show it no photos",
    added: (n, app) => [`${app} sees ${words.photos(n)}`, "You can close this page."],
    cancelled: (app) => ["Nothing has changed", `${app} sees the same photos as before. You can close this page.`],
  },
};

const CONTINUOUS = {
  ...PURPOSES.pick,
  cancelled: (app) => ["Cancelled", `${app} may keep the photos that you had selected. You can close this page.`],
};

/** @param {{purpose: string, continuous: boolean}} session */
export const purposeOf = (session) => session.continuous ? CONTINUOUS : PURPOSES[session.purpose] ?? PURPOSES.pick;

/** Whether a selection of no photos is an answer. */
export const mayBeEmpty = ({ purpose, preselected }) => purpose === "authorize" || purpose === "select" || preselected > 0;
