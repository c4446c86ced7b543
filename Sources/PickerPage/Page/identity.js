/** Who asks for photos, and what that name rests on. */

import { byID, make } from "./dom.js";

/** Whether the name rests on the app's word only. */
export const isClaimed = ({ trust, isContained }) => !isContained || (trust !== "socket" && trust !== "user");

export function showIdentity({ purpose, app }) {
  if (purpose === "browse" || !app) return;
  // A name of the app's choice cannot change the direction of our words, nor push them away.
  const name = make("bdi", { title: app.name }, app.name);
  const line = byID("who-name");
  line.replaceChildren();
  let icon = "warning";
  byID("who").classList.remove("claimed");
  if (app.isFromTerminal) {
    line.append("You started this from a terminal.");
    icon = "person";
  } else if (isClaimed(app)) {
    line.append("A program that calls itself ", name, ". It can already read your files.");
    byID("who").classList.add("claimed");
  } else {
    const isInSandbox = app.trust === "socket";
    line.append(name, make("span", {}, isInSandbox ? ", an app in a sandbox" : ", running as another user"));
    icon = isInSandbox ? "shield" : "person";
  }
  byID("who").querySelector("use").setAttribute("href", `#icon-${icon}`);
  byID("who").hidden = false;
  document.title = `Photos for ${app.name}`;
}
