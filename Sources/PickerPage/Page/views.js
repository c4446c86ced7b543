/** Which part of the library is shown: all photos, albums, an album or a search. The address after # says it. */

import { byID, make, setAttribute } from "./dom.js";
import { Albums } from "./albums.js";
import { note, say } from "./messages.js";
import { Search } from "./search.js";
import * as words from "./words.js";

export class Views {
  /**
   * @param {object} session
   * @param {import("./photo-grid.js").PhotoGrid} photos
   */
  constructor(session, photos) {
    Object.assign(this, { session, photos });
    this.search = new Search(session, (view) => this.go(view, { isReplacing: this.shown?.startsWith("search:") }));
    this.albums = new Albums((album) => this.go(`album:${album.id}`));
    this.#hideDisabled(session.disabled ?? []);
    byID("tab-photos").addEventListener("click", () => this.go("all"));
    byID("tab-albums").addEventListener("click", () => this.go("albums"));
    byID("back").addEventListener("click", () => this.go(this.shown.startsWith("album:") ? "albums" : "all"));
    byID("select-all").addEventListener("click", () => photos.selection.all());
    byID("search-text").placeholder = session.count ? `Search ${words.photos(session.count)}` : "Search";
    addEventListener("popstate", () => this.#apply());
    photos.selection.addEventListener("limit", () => this.#describe());
  }

  start() {
    return this.#apply();
  }

  /** @param {string} view “albums” or a view of the server. */
  go(view, { isReplacing = false } = {}) {
    if (view === this.shown) return null;
    const address = view === "all" ? location.pathname : `#${encodeURIComponent(view)}`;
    history[isReplacing ? "replaceState" : "pushState"](null, "", address);
    return this.#apply();
  }

  /** Shows the view again after the library has changed. Photos keep their numbers. */
  async reload() {
    if (this.albums.all.length) await this.albums.load();
    await this.photos.reload();
    this.#describe();
  }

  async #apply() {
    let view;
    try {
      view = decodeURIComponent(location.hash.slice(1)) || "all";
    } catch {
      view = "all";
    }
    const before = this.shown;
    this.shown = view;
    const isAlbums = view === "albums";
    if (!view.startsWith("search:") || this.search.view !== view) this.search.read(view);
    try {
      // Sizes are measured while the grid is shown.
      byID("photos").hidden = isAlbums;
      byID("albums").hidden = !isAlbums;
      byID("nothing").hidden = true;
      byID("photos-grid").hidden = false;
      (isAlbums ? this.photos : this.albums).grid.clear();
      const mustLoad = !this.albums.all.length && (isAlbums || view.startsWith("album:"));
      if (mustLoad) await this.albums.load();
      if (this.shown !== view) return;
      (isAlbums ? this.albums : this.photos).grid.show();
      if (isAlbums) this.albums.grid.scroller.scrollTo(this.albums.grid.scroller.position);
      else if (this.photos.view !== view) await this.photos.show(view);
    } catch (error) {
      if (error.status === 410 || error.name === "AbortError") return;
      note(error.message);
      if (view !== "all") return this.go("all", { isReplacing: true });
    }
    if (this.shown !== view) return;
    this.#describe();
    this.#focus(before);
  }

  /** Titles, counts, and what to say if there is nothing. */
  #describe() {
    const view = this.shown;
    const isAlbums = view === "albums";
    const album = view.startsWith("album:") ? this.albums.album(view.slice(6)) : null;
    const { count } = this.photos.list;
    byID("title").textContent = isAlbums ? "Albums" : album ? album.title : view === "all" ? "Photos" : "Found";
    byID("count").textContent = isAlbums ? words.albums(this.albums.shown.length) : words.photos(count);
    // All photos need no line of their own: the grid begins at the top.
    byID("context").classList.toggle("unseen", view === "all");
    byID("back").hidden = isAlbums || view === "all";
    byID("back-name").textContent = album ? "Albums" : "All photos";
    setAttribute(byID("tab-photos"), "aria-current", isAlbums || album ? null : "page");
    setAttribute(byID("tab-albums"), "aria-current", isAlbums || album ? "page" : null);
    const { limit, isSingle } = this.photos.selection;
    byID("select-all").hidden = isAlbums || isSingle || !count || (limit > 0 && count > limit);
    byID("zoom").hidden = isAlbums || !count;
    this.#showNothing(view, count, isAlbums);
    say(isAlbums ? `${words.albums(this.albums.shown.length)}.` : `${byID("title").textContent}, ${words.photos(count)}.`);
  }

  #showNothing(view, count, isAlbums) {
    const nothing = byID("nothing");
    nothing.hidden = isAlbums || count > 0;
    byID("photos-grid").hidden = !nothing.hidden;
    if (nothing.hidden) return;
    const isSearch = view.startsWith("search:");
    const title = isSearch ? "No photos match this search." : view === "all" ? "There are no photos to choose from." : "This album is empty.";
    const back = make("button", { type: "button", onclick: () => (isSearch ? this.search.clear() : this.go("albums")) },
      isSearch ? "Show all photos" : "Show all albums");
    nothing.replaceChildren(make("p", {}, title), ...(view === "all" ? [] : [back]));
  }

  /** Moves the focus into what is shown, unless people are typing. */
  #focus(before) {
    if (before === undefined || byID("search").contains(document.activeElement) || byID("chips").contains(document.activeElement)) return;
    const isTab = byID("tabs").contains(document.activeElement);
    if (isTab) return;
    const grid = this.shown === "albums" ? this.albums.grid : this.photos.grid;
    if (grid.count) grid.focus(grid.focusPosition);
    else byID("nothing").querySelector("button")?.focus();
  }

  #hideDisabled(disabled) {
    byID("search").hidden = disabled.includes("search");
    byID("tabs").hidden = disabled.includes("albums");
  }
}
