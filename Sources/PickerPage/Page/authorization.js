/** The question what an app may do. It covers the page until the owner decides, or begins to select photos. */

import { post } from "./api.js";
import { byID, icon, make, setAttribute } from "./dom.js";
import { isClaimed } from "./identity.js";
import { showDialog } from "./messages.js";

const ANSWERS = {
  none: (app) => [`${app} is not allowed to see photos`, "“photos access” changes this. You can close this page."],
  all: (app) => [`${app} sees all photos`, "“photos access” takes this back. You can close this page."],
  add: (app) => [`${app} may add photos`, "It sees none of yours. You can close this page."],
};

/**
 * @param {object} session
 * @param {import("./footer.js").Footer} footer
 */
export function askForAuthorization(session, footer) {
  const app = session.app.name;
  const decide = (answer) =>
    footer.finish(() => post("decide", { answer }), () => ANSWERS[answer](app), { symbol: answer === "none" ? "shield" : "check" });
  const button = (title, onclick, name = "") => make("button", { type: "button", class: name, onclick }, title);
  const dialog = byID("authorization");
  const name = make("bdi", {}, app);
  const buttons = make("div", { class: "answers" });
  if (session.level === "addOnly") {
    dialog.append(icon("plus"), make("h1", { id: "question" }, "May ", name, " add photos to your library?"),
      make("p", {}, "It cannot see the photos that you have."), buttons);
    buttons.append(button("Let it add photos", () => decide("add"), "main"), button("Don’t allow", () => decide("none")));
  } else {
    dialog.append(icon("photos"), make("h1", { id: "question" }, "May ", name, " see your photos?"),
      make("p", {}, "It can look at them whenever it runs, add photos, and change those that it added."), buttons);
    buttons.append(button("Select photos…", () => dialog.close(), "main"), button("All photos", () => decide("all")),
      button("Don’t allow", () => decide("none")));
  }
  if (isClaimed(session.app)) {
    buttons.before(make("p", { class: "claimed" },
      "Any program of yours can use this name, and can already read your files."));
  }
  // Escape would leave a page that does not say what it is for.
  setAttribute(dialog, "closedby", "none");
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  showDialog(dialog);
}
