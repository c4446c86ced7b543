/** What the page says about its purpose: a selection for an app once, what an app may always see, or an app's changes. */

import * as words from "./words.js";

const answeredElsewhere = (app) =>
  ["This page is no longer needed", `${app} was answered elsewhere, or has ended. You can close this page.`];

const PURPOSES = {
  pick: {
    add: (n) => n > 1 ? `Add ${words.count(n)}` : "Add",
    added: (n, app) => [`${words.photos(n)} ${n === 1 ? "was" : "were"} handed to ${app}.`, "You can close this page."],
    cancelled: (app) => ["Cancelled", `No photos were handed to ${app}. You can close this page.`],
    closed: (app) => [`${app} has closed this page`, "No photos were handed over. You can close it."],
  },
  authorize: {
    add: (n) => n ? `Let it see ${words.photos(n)}` : "Let it see no photos",
    added: (n, app) => [`${app} sees ${words.photos(n)}`, "You can change this with “photos access”, and close this page."],
    cancelled: (app) => ["Nothing is decided", `${app} sees no photos, and can ask again later. You can close this page.`],
    closed: answeredElsewhere,
  },
  select: {
    add: (n) => n ? `Show it ${words.photos(n)}` : "Show it no photos",
    added: (n, app) => [`${app} sees ${words.photos(n)}`, "You can close this page."],
    cancelled: (app) => ["Nothing has changed", `${app} sees the same photos as before. You can close this page.`],
    closed: answeredElsewhere,
  },
  confirm: { closed: answeredElsewhere },
};

const CONTINUOUS = {
  ...PURPOSES.pick,
  cancelled: (app) => ["Cancelled", `${app} may keep the photos that you had selected. You can close this page.`],
  closed: (app) => [`${app} has closed this page`, "It may keep the photos that you had selected. You can close it."],
};

/** @param {{purpose: string, continuous: boolean}} session */
export const purposeOf = (session) => session.continuous ? CONTINUOUS : PURPOSES[session.purpose] ?? PURPOSES.pick;

/** Whether a selection of no photos is an answer. */
export const mayBeEmpty = ({ purpose, preselected }) => purpose === "authorize" || purpose === "select" || preselected > 0;
