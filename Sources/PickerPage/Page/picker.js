/** Starts the page: asks for the session and connects its parts. */

import { getJSON, listen, server } from "./api.js";
import { BrowseActions } from "./browse-actions.js";
import { Footer } from "./footer.js";
import { showIdentity } from "./identity.js";
import { useKeyboard } from "./keyboard.js";
import { end, note } from "./messages.js";
import { PhotoGrid } from "./photo-grid.js";
import { Review } from "./review.js";
import { Scrubber } from "./scrubber.js";
import { Selection } from "./selection.js";
import { Strip } from "./strip.js";
import { Views } from "./views.js";

const positionOf = async (view, photo) => (await getJSON("position", { view, photo })).position;

async function start() {
  const session = await getJSON("session");
  showIdentity(session);
  const selection = new Selection(session);
  const photos = new PhotoGrid(selection, {
    onOpen: (position, options) => review.open(position, options), onAdd: () => footer.add(),
  });
  const views = new Views(session, photos);
  const review = new Review(photos, selection, (photo) => views.search.near(photo));
  const footer = new Footer(session, selection, photos);
  if (session.purpose === "browse") new BrowseActions(selection, views);
  new Scrubber(photos);
  if (!session.disabled?.includes("staging")) {
    new Strip(selection, async (photo) => {
      const position = await views.reveal(photo, positionOf);
      if (position !== null) review.open(position);
    });
  }
  useKeyboard(photos, views.albums, selection);
  await views.start();
  const name = session.app?.name ?? "The app";
  listen(session.events ?? 0, ({ kind, keepsNumbers }) => {
    if (kind === "selection") selection.reload();
    else if (kind === "reload") views.reload(keepsNumbers).then(() => selection.reload());
    else if (kind === "appGone") end(`${name} has ended`, "No photos were handed over. You can close this page.");
    else if (kind === "appChanged") location.reload();
    else if (kind === "done") sessionEnded();
  });

  // What this page ended itself has its own words.
  function sessionEnded() {
    if (!footer.isEnding) end("This session has ended", "You can close this page.");
  }
  server.addEventListener("ended", sessionEnded);
}

start().catch((error) => {
  if (error.status === 410) end("This session has ended", "You can close this page.");
  else note(error.message);
});
