/** Starts the page: asks for the session and connects its parts. */

import { getJSON, listen, server } from "./api.js";
import { askForAuthorization } from "./authorization.js";
import { BrowseActions } from "./browse-actions.js";
import { askForConfirmation } from "./confirmation.js";
import { Footer } from "./footer.js";
import { showIdentity } from "./identity.js";
import { useKeyboard } from "./keyboard.js";
import { showLostServer } from "./lost-server.js";
import { end, note } from "./messages.js";
import { PhotoGrid } from "./photo-grid.js";
import { Review } from "./review.js";
import { Scrubber } from "./scrubber.js";
import { Selection } from "./selection.js";
import { Strip } from "./strip.js";
import { Views } from "./views.js";

function noteUnlessOver(error) {
  if (error.status !== 410 && error.name !== "AbortError") note(error.message);
}

async function start() {
  const session = await getJSON("session");
  showIdentity(session);
  const selection = new Selection(session);
  const photos = new PhotoGrid(selection, {
    onOpen: (position, options) => review.openShown(position, options), onAdd: () => footer.add(),
  });
  const views = new Views(session, photos);
  const review = new Review(photos, selection, (photo) => views.search.near(photo));
  let strip = null;
  const footer = new Footer(session, selection, photos, () => strip?.pictures ?? []);
  if (session.purpose === "browse") new BrowseActions(selection, views);
  new Scrubber(photos);
  if (!session.disabled?.includes("staging")) {
    strip = new Strip(selection, (photo) => {
      review.openSelected(photo, (position) => strip.focus(position)).catch(noteUnlessOver);
    });
  }
  useKeyboard(photos, views, selection);
  if (session.purpose === "confirm") askForConfirmation(session, footer);
  if (session.purpose === "authorize") askForAuthorization(session, footer);
  await views.start();
  listen(session.events ?? 0, (kind) => {
    if (kind === "selection") selection.ask();
    else if (kind === "reload") views.reload().catch(noteUnlessOver).then(() => selection.ask());
    else if (kind === "appGone") footer.close();
    else if (kind === "appChanged") appChanged().catch(noteUnlessOver);
    else if (kind === "done") sessionEnded();
  });

  async function appChanged() {
    Object.assign(session, await getJSON("session"));
    showIdentity(session);
    selection.setLimit(session.limit);
  }

  // A page that says already why it ends keeps its text.
  function sessionEnded() {
    if (!footer.isEnding) end("This session has ended", "You can close this page.");
  }
  server.addEventListener("ended", sessionEnded);
}

showLostServer();
start().catch((error) => {
  if (error.status === 410) end("This session has ended", "You can close this page.");
  else end("The photos cannot be shown", error.message, { symbol: "warning" });
});
