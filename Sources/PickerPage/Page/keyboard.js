/** Keys that work everywhere on the page. */

import { byID } from "./dom.js";
import { say } from "./messages.js";

/**
 * @param {import("./photo-grid.js").PhotoGrid} photos
 * @param {import("./views.js").Views} views
 * @param {import("./selection.js").Selection} selection
 */
export function useKeyboard(photos, { albums, search }, selection) {
  const grids = () => (byID("photos").hidden ? albums.grid : photos.grid);
  const zoom = (step) => {
    photos.grid.setColumns(photos.grid.columns + step);
    say(`${photos.grid.columns} columns.`);
  };
  byID("zoom-in").addEventListener("click", () => zoom(-1));
  byID("zoom-out").addEventListener("click", () => zoom(1));
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input:not([type=checkbox]), select, textarea");
    if (event.defaultPrevented || isTyping || document.querySelector("dialog[open]")) return;
    // Without a focus, keys are for the grid.
    if (event.target === document.body && /^(Arrow|Page|Home|End)/.test(event.key)) {
      grids().focus(grids().focusPosition);
      return event.preventDefault();
    }
    const command = event.ctrlKey || event.metaKey;
    if (event.key === "Escape" || (command && event.key === "a")) photos.finishClicks();
    const isPhotos = !byID("photos").hidden;
    if (command && event.key === "a" && isPhotos && !selection.isSingle) selection.all();
    else if (command && event.key === "z" && selection.undoable) selection.undo();
    else if (event.key === "Escape") {
      // One thing for each press: a key that is held after it has closed the preview closes nothing else.
      if (event.repeat) return;
      if (photos.gestures.isDragging) photos.gestures.cancel();
      else if (search.isActive && isPhotos) search.clear();
      else if (selection.total && isPhotos) selection.clear();
      else return;
    } else if (!command && (event.key === "+" || event.key === "=") && isPhotos) zoom(-1);
    else if (!command && event.key === "-" && isPhotos) zoom(1);
    else if ((event.key === "/" && !command) || (command && event.key === "f")) {
      if (byID("search").hidden) return;
      byID("search-text").focus();
    } else return;
    event.preventDefault();
  });
}
