/** Who asks for photos, and what that name rests on. Our words and those of the app are kept apart. */

import { byID, make } from "./dom.js";

export function showIdentity({ purpose, app, title, text }) {
  if (purpose === "browse" || !app) return;
  // A name of the app's choice cannot change the direction of our words, nor push them away.
  const name = make("bdi", { title: app.name }, app.name);
  const line = byID("who-name");
  let icon = "warning";
  if (app.trust === "socket" && app.isContained) {
    line.append(name, make("span", {}, ", an app in a sandbox"));
    icon = "shield";
  } else if (app.trust === "user" && app.isContained) {
    line.append(name, make("span", {}, ", running as another user"));
    icon = "person";
  } else {
    line.append("A program that calls itself ", name, ". It can already read your files.");
    byID("who").classList.add("claimed");
  }
  byID("who").querySelector("use").setAttribute("href", `#icon-${icon}`);
  const said = [title, text].filter(Boolean).join(" · ");
  if (said) {
    byID("who-said").replaceChildren("It says: ", make("q", {}, make("bdi", {}, said)));
    byID("who-said").title = said;
    byID("who-said").hidden = false;
    byID("who").classList.add("says");
  }
  byID("who").hidden = false;
  document.title = `Photos for ${app.name}`;
}
