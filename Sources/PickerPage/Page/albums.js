/** All albums with their key pictures, as a grid like that of the photos, with a filter. */

import { byID, make, setAttribute } from "./dom.js";
import { getJSON } from "./api.js";
import { Grid } from "./grid.js";
import { thumbnail, wantThumbnails } from "./thumbnails.js";
import * as words from "./words.js";

/** @typedef {{id: string, title: string, count: number, key: ?number, folder: string[], smart: boolean}} Album */

/** Letters without marks, so that “cafe” finds “Café”. */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export class Albums {
  /** @param {(album: Album) => void} onOpen */
  constructor(onOpen) {
    this.onOpen = onOpen;
    /** @type {Album[]} */
    this.all = [];
    this.shown = [];
    this.grid = new Grid(byID("albums-grid"), {
      label: "Albums", gap: 14, below: 42, inset: 14, cellWidth: 190, least: 2,
      draw: (cell, position) => this.#draw(cell, this.shown[position]),
      onRange: (from, to) => this.#want(from, to),
    });
    this.grid.element.addEventListener("click", (event) => this.#open(event.target.closest(".cell")));
    this.grid.element.addEventListener("keydown", (event) => this.#key(event));
    this.field = byID("albums-filter").querySelector("input");
    this.folders = byID("albums-folder");
    this.field.addEventListener("input", () => this.#filter());
    this.folders.addEventListener("change", () => this.#filter());
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "Enter") {
        event.preventDefault();
        this.grid.focus(0);
      }
    });
  }

  async load() {
    document.body.classList.add("busy");
    this.all = await getJSON("albums").finally(() => document.body.classList.remove("busy"));
    for (const album of this.all) album.words = plain([album.title, ...album.folder].join(" "));
    const folders = new Set();
    for (const { folder } of this.all) folder.forEach((_, depth) => folders.add(folder.slice(0, depth + 1).join(" › ")));
    const chosen = this.folders.value;
    this.folders.replaceChildren(make("option", { value: "" }, "All folders"),
      ...[...folders].sort().map((folder) => make("option", { value: folder }, folder)));
    this.folders.value = folders.has(chosen) ? chosen : "";
    this.folders.hidden = !folders.size;
    this.#filter();
  }

  /** The album of an identifier, if the albums are loaded. */
  album(id) {
    return this.all.find((album) => album.id === id);
  }

  #filter() {
    const parts = plain(this.field.value).split(/\s+/).filter(Boolean);
    const folder = this.folders.value;
    this.shown = this.all.filter((album) => parts.every((part) => album.words.includes(part))
      && (!folder || `${album.folder.join(" › ")} › `.startsWith(`${folder} › `)));
    this.grid.setCount(this.shown.length);
    this.grid.scroller.scrollTo(0);
    byID("albums-none").hidden = this.shown.length > 0;
    byID("albums-none").textContent = this.all.length ? "No album has these words." : "There are no albums.";
    byID("count").textContent = words.albums(this.shown.length);
  }

  /** @param {Album} album */
  #draw(cell, album) {
    if (!cell.firstChild) cell.append(make("div", { class: "picture" }), make("b"), make("span"));
    const [picture, title, text] = cell.children;
    const address = album.key == null ? null : thumbnail(album.key);
    const layers = address ? `url("${address}")` : "";
    if (picture.layers !== layers) {
      picture.layers = layers;
      picture.style.backgroundImage = layers;
    }
    title.textContent = album.title;
    text.textContent = [words.count(album.count), ...album.folder.slice(-1)].join(" · ");
    const folder = album.folder.length ? `, in ${album.folder.join(", ")}` : "";
    setAttribute(cell, "aria-label", `${album.title}, ${words.photos(album.count)}${folder}`);
  }

  #want(from, to) {
    const keys = this.shown.slice(from, to).map((album) => album.key).filter((key) => key != null);
    wantThumbnails(this, byID("albums").hidden ? [] : keys, () => {
      this.frame ??= requestAnimationFrame(() => { this.frame = null; this.grid.refresh(); });
    });
  }

  #open(cell) {
    if (cell && !cell.hidden) this.onOpen(this.shown[cell.position]);
  }

  #key(event) {
    const target = this.grid.keyTarget(event.key, event.ctrlKey);
    if (target !== null && !event.altKey) this.grid.focus(target);
    else if (event.key === "Enter" || event.key === " ") this.#open(this.grid.cell(this.grid.focusPosition));
    else return;
    event.preventDefault();
  }
}
