/** The question whether an app may delete or change photos that it did not add. The page shows these photos. */

import { post } from "./api.js";
import { byID, make } from "./dom.js";
import * as words from "./words.js";

/**
 * @param {{app: {name: string}, change: {deleted: number, changed: number}}} session
 * @param {import("./footer.js").Footer} footer
 */
export function askForConfirmation({ app, change }, footer) {
  const { deleted, changed } = change;
  const deeds = [deleted && `delete ${words.photos(deleted)}`, changed && `change ${words.photos(changed)}`].filter(Boolean).join(" and ");
  const button = (title, name, send, result, options) =>
    make("button", { type: "button", class: name, onclick: () => footer.finish(send, () => result, options) }, title);
  document.body.classList.add("confirms");
  byID("actions").append(
    make("p", { id: "wish" }, make("bdi", {}, app.name), ` wants to ${deeds}.`),
    button("Don’t allow", "", () => post("cancel"), ["Nothing is changed", "You can close this page."]),
    button(deleted ? "Delete" : "Allow", deleted ? "danger" : "main", () => post("decide", { answer: "allow" }),
      ["Allowed", (deleted ? "You can restore them with “photos browse”. " : "") + "You can close this page."],
      { symbol: "check" }));
}
