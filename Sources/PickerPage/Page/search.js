/** The search field and the buttons for kinds, favourites and dates below it. */

import { byID, iconButton, make, setAttribute } from "./dom.js";

const KINDS = [["image", "Photos"], ["video", "Videos"], ["live", "Live photos"], ["screenshot", "Screenshots"], ["panorama", "Panoramas"]];

export class Search {
  /**
   * @param {{purpose: string}} session
   * @param {(view: string) => void} onSearch Gets the view, or "all" if nothing is searched.
   */
  constructor(session, onSearch) {
    this.onSearch = onSearch;
    this.field = byID("search-text");
    this.chips = byID("chips");
    /** Words such as `kind:video` by what they are about. @type {Map<string, string>} */
    this.terms = new Map();
    this.#makeChips(session.purpose === "browse");
    this.field.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.#changed(), 250);
    });
    this.field.addEventListener("focus", () => this.#showChips());
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.isActive) {
        event.preventDefault();
        event.stopPropagation();
        this.clear();
      }
    });
    byID("search").addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(this.timer);
      this.#changed();
    });
    document.addEventListener("focusin", (event) => {
      // The buttons for sizes lie between the field and the chips.
      if (!event.target.closest("#search, #zoom, #chips")) this.#showChips();
    });
  }

  get isActive() { return this.view !== "all"; }

  get view() {
    const parts = [this.field.value.trim(), ...this.terms.values()].filter(Boolean);
    return parts.length ? `search:${parts.join(" ")}` : "all";
  }

  /** Shows a view in the field and the buttons, for example after going back. */
  read(view) {
    clearTimeout(this.timer);
    this.terms.clear();
    const text = [];
    const parts = view.startsWith("search:") ? view.slice(7).split(" ") : [];
    for (const part of parts) {
      const [key] = part.split(":");
      const isOurs = ["kind", "is", "from", "to", "near"].includes(key) && part.includes(":") && !this.terms.has(key);
      if (isOurs) this.terms.set(key, part);
      else text.push(part);
    }
    this.field.value = text.join(" ");
    this.#showState();
  }

  clear() {
    this.read("all");
    this.#changed();
  }

  near(photo) {
    this.read(`search:near:${photo}`);
    this.#changed();
  }

  #changed() {
    this.#showState();
    this.onSearch(this.view);
  }

  #makeChips(isBrowsing) {
    const toggle = (key, word, title) => {
      const chip = make("button", { type: "button", class: "chip", "aria-pressed": "false", onclick: () => {
        if (this.terms.get(key) === word) this.terms.delete(key);
        else this.terms.set(key, word);
        this.#changed();
      } }, title);
      chip.isOn = () => this.terms.get(key) === word;
      return chip;
    };
    this.toggles = KINDS.map(([kind, title]) => toggle("kind", `kind:${kind}`, title));
    this.toggles.push(toggle("is", "is:favorite", "Favourites"));
    if (isBrowsing) this.toggles.push(toggle("is", "is:hidden", "Hidden"), toggle("is", "is:trashed", "Deleted"));
    this.dates = ["from", "to"].map((key) => make("input", { type: "date", class: "date", "aria-label": key === "from" ? "From day" : "To day",
      onchange: (event) => {
        if (event.target.value) this.terms.set(key, `${key}:${event.target.value}`);
        else this.terms.delete(key);
        this.#changed();
      } }));
    this.nearChip = make("span", { class: "chip on" }, "Near a photo",
      iconButton("close", "Search everywhere", () => { this.terms.delete("near"); this.#changed(); }));
    this.clearChip = make("button", { type: "button", class: "plain", onclick: () => { this.clear(); this.field.focus(); } }, "Clear search");
    this.chips.append(this.nearChip, ...this.toggles, make("span", { class: "chip dates" }, this.dates[0], "to", this.dates[1]), this.clearChip);
    this.#showState();
  }

  #showState() {
    for (const chip of this.toggles) setAttribute(chip, "aria-pressed", chip.isOn());
    ["from", "to"].forEach((key, index) => { this.dates[index].value = this.terms.get(key)?.slice(key.length + 1) ?? ""; });
    this.nearChip.hidden = !this.terms.has("near");
    this.clearChip.hidden = !this.isActive;
    this.#showChips();
  }

  #showChips() {
    const hasFocus = byID("search").contains(document.activeElement) || this.chips.contains(document.activeElement);
    this.chips.hidden = !this.isActive && !hasFocus;
  }
}
