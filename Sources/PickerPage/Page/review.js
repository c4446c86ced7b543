/**
 * One photo or video large, with its details; arrow keys and swipes go to the next.
 *
 * The preview has a list of its own, of the shown view or of the selection, so its positions mean the same photos until
 * it is closed, whatever happens to the grid.
 */

import { byID, icon, iconButton, make, setAttribute } from "./dom.js";
import { getJSON, waitIfLost } from "./api.js";
import { detailLines } from "./details.js";
import { Flag } from "./grid-record.js";
import { showDialog } from "./messages.js";
import { OriginalOffer } from "./original-offer.js";
import { PhotoList } from "./photo-list.js";
import { thumbnail, wantThumbnails } from "./thumbnails.js";
import * as words from "./words.js";

export class Review {
  /**
   * @param {import("./photo-grid.js").PhotoGrid} photos
   * @param {import("./selection.js").Selection} selection
   * @param {(photo: number) => void} onNear
   */
  constructor(photos, selection, onNear) {
    Object.assign(this, { photos, selection, onNear });
    this.dialog = byID("review");
    this.list = null;
    this.position = 0;
    this.isHeld = false;
    this.#build();
    selection.addEventListener("change", () => this.#showSelected());
    this.dialog.addEventListener("keydown", (event) => this.#key(event));
    this.dialog.addEventListener("keyup", (event) => { if (event.key === " " && this.isHeld) this.dialog.close(); });
    this.dialog.addEventListener("close", () => this.#closed());
    this.#useSwipes();
  }

  /**
   * Opens a photo of the view that the grid shows.
   * @param {{withDetails?: boolean, isHeld?: boolean}} [options]
   */
  openShown(position, options) {
    const { list, grid } = this.photos;
    this.#open({ list: list.source.list, count: list.count, position }, options, (last) => {
      // The library may have changed meanwhile, and the grid with it.
      grid.focus(this.photos.list === list ? last : grid.focusPosition);
    });
  }

  /**
   * Opens a selected photo, whatever the grid shows; its neighbours are those in the order of selection.
   * @param {number} photo
   * @param {(position: number) => void} onClose Gets the place of the photo that was shown last.
   */
  async openSelected(photo, onClose) {
    await this.selection.settled();
    this.#open(await getJSON("selected", { photo }), { isOfSelection: true }, onClose);
  }

  #open({ list, count, position }, { withDetails = this.areDetailsShown ?? false, isHeld = false, isOfSelection = false } = {}, onClose) {
    Object.assign(this, { isHeld, isOfSelection, onClose });
    this.list?.close();
    this.list = new PhotoList("", count, { number: list, onChange: () => this.#showSelected() });
    this.selection.reviewed = this.list;
    this.#setDetailsShown(withDetails && !isHeld);
    showDialog(this.dialog);
    this.stage.focus();
    this.show(position);
  }

  async show(position) {
    const { list } = this;
    this.position = Math.min(Math.max(0, position), list.count - 1);
    // Until the photo is there, another one is shown.
    this.photo = null;
    this.select.disabled = true;
    this.near.disabled = true;
    this.previous.disabled = this.position === 0;
    this.next.disabled = this.position === list.count - 1;
    // A disabled button would lose the focus, and the keys of the dialog with it.
    if (document.activeElement.disabled) this.stage.focus();
    const photo = await this.#photo(this.position);
    if (!photo) return;
    this.photo = photo;
    this.select.disabled = false;
    const place = this.isOfSelection ? `${words.count(this.position + 1)} of ${words.count(list.count)}: ` : "";
    this.title.textContent = `${place}${words.kind(photo.flags)}, ${words.date(photo.minutes)}`;
    this.near.disabled = !(photo.flags & Flag.place) && photo.minutes === null;
    this.#showPicture(photo);
    this.#showSelected();
    this.#showDetails(photo);
  }

  /** The data of a position as soon as it is loaded; null if something else is to be shown meanwhile, or it is refused. */
  async #photo(position) {
    const { list } = this;
    while (this.list === list && this.position === position) {
      const photo = list.photo(position);
      if (photo) return photo;
      if (list.refusal) return this.#showSentence(list.refusal.message);
      list.want(position, position + 1, { withGrays: false });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return null;
  }

  #build() {
    const close = () => this.dialog.close();
    this.title = make("p", { class: "review-title", id: "review-title", "aria-live": "polite" });
    this.select = make("button", { type: "button", class: "review-select", "aria-pressed": "false",
      onclick: () => this.#toggle() }, icon("check"), make("span", {}, "Select"));
    this.near = iconButton("place", "Near this photo", () => { close(); this.onNear(this.photo.number); });
    this.info = iconButton("info", "Details", () => this.#setDetailsShown(!this.areDetailsShown), { "aria-pressed": "false" });
    this.previous = iconButton("back", "Previous", () => this.show(this.position - 1), { class: "icon-button turn previous" });
    this.next = iconButton("next", "Next", () => this.show(this.position + 1), { class: "icon-button turn next" });
    this.stage = make("div", { class: "stage", tabindex: "-1", role: "group", "aria-labelledby": "review-title" });
    this.details = make("aside", { class: "details", "aria-label": "Details", tabindex: "0", hidden: true });
    this.dialog.append(
      make("div", { class: "review-bar" }, iconButton("close", "Close preview", close), this.title, this.near, this.info, this.select),
      make("div", { class: "review-middle" }, this.previous, this.stage, this.next, this.details));
  }

  #showPicture(photo) {
    this.#clearStage();
    const { flags } = photo;
    if (flags & Flag.video && !(flags & Flag.elsewhere)) return this.#showVideo(photo);
    this.#showImages(photo);
    // A picture that cannot be decoded would come for nothing.
    if (flags & Flag.elsewhere && (flags & Flag.video || !(flags & Flag.undecodable))) this.#offerOriginal(photo);
    this.#preload();
  }

  #showVideo(photo) {
    const video = make("video", { src: `video/${photo.number}`, controls: true, playsinline: true,
      "aria-label": words.label(photo, 0, false) });
    const address = thumbnail(photo.number);
    if (address) video.poster = address;
    video.addEventListener("error", () => this.#cannotShow(photo, video));
    this.stage.append(video);
    if (!this.isHeld) return;
    video.muted = true;
    video.play().catch(() => {});
  }

  #showImages(photo) {
    const small = this.#image(photo, "small");
    small.alt = "";
    small.src = thumbnail(photo.number) ?? "";
    small.hidden = !thumbnail(photo.number);
    const large = this.#image(photo, "large");
    large.addEventListener("error", () => this.#cannotShow(photo, large));
    large.addEventListener("load", () => small.remove());
    large.src = `preview/${photo.number}`;
    this.stage.append(small, large);
  }

  #image(photo, name) {
    const image = make("img", { class: name, alt: words.label(photo, 0, false) });
    image.draggable = false;
    if (photo.height) image.style.setProperty("--ratio", photo.width / photo.height);
    return image;
  }

  /** A file that is elsewhere has a small picture here, and comes when the person asks for it. */
  #offerOriginal(photo) {
    this.offer = new OriginalOffer(photo.number, () => {
      if (photo.flags & Flag.video) {
        this.#clearStage();
        return this.#showVideo(photo);
      }
      const whole = this.#image(photo, "large");
      whole.addEventListener("load", () => {
        for (const image of this.stage.querySelectorAll("img")) if (image !== whole) image.remove();
      });
      whole.addEventListener("error", () => whole.remove());
      // The browser has the smaller picture at the other address.
      whole.src = `preview/${photo.number}?whole`;
      this.stage.append(whole);
    });
    this.stage.append(this.offer.element);
  }

  /** A video that is only removed would keep its connection to the server. */
  #clearStage() {
    this.offer?.close();
    this.offer = null;
    const video = this.stage.querySelector("video");
    this.stage.replaceChildren();
    if (!video) return;
    video.pause();
    video.removeAttribute("src");
    video.load();
  }

  /** The neighbours are there when people go on. */
  #preload() {
    const neighbours = [this.position + 1, this.position - 1].map((position) => this.list.photo(position))
      .filter((photo) => photo && !(photo.flags & (Flag.video | Flag.undecodable)));
    wantThumbnails(this, neighbours.map((photo) => photo.number), () => {});
  }

  /** A server that does not answer gives the picture later. */
  async #cannotShow(photo, element) {
    element.hidden = true;
    const wasLost = await waitIfLost();
    if (!element.isConnected) return;
    if (wasLost) this.#showPicture(photo);
    // The offer says what helps.
    else if (this.offer) element.remove();
    else this.#showSentence(`This ${words.kind(photo.flags).toLowerCase()} cannot be shown here.`);
  }

  #showSentence(text) {
    this.#clearStage();
    this.stage.append(make("p", { class: "cannot" }, text));
    return null;
  }

  async #showDetails(photo) {
    if (!this.areDetailsShown) return;
    const details = await getJSON(`details/${photo.number}`).catch(() => null);
    if (details && this.photo === photo) this.details.replaceChildren(...detailLines(details, photo.flags));
  }

  #setDetailsShown(areShown) {
    this.areDetailsShown = areShown;
    this.details.hidden = !areShown;
    this.dialog.classList.toggle("with-details", areShown);
    setAttribute(this.info, "aria-pressed", areShown);
    if (areShown && this.photo && this.dialog.open) this.#showDetails(this.photo);
  }

  #showSelected() {
    if (!this.list) return;
    const place = this.selection.place(this.position, this.list);
    setAttribute(this.select, "aria-pressed", place > 0);
    this.select.lastChild.textContent = !place ? "Select" : this.selection.isOrdered ? `Selected ${words.count(place)}` : "Selected";
  }

  #toggle() {
    if (!this.photo) return;
    this.selection.toggle(this.position, this.list);
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const isInVideo = event.target.tagName === "VIDEO";
    if (event.key === "ArrowLeft" && !isInVideo) this.show(this.position - 1);
    else if (event.key === "ArrowRight" && !isInVideo) this.show(this.position + 1);
    else if (event.key === "i") this.#setDetailsShown(!this.areDetailsShown);
    else if (event.key === " " && event.target === this.stage) {
      if (!event.repeat && !this.isHeld) this.#toggle();
    } else if (event.key === "Enter" && event.target === this.stage) this.#toggle();
    else return;
    event.preventDefault();
  }

  #useSwipes() {
    let start = null;
    this.stage.addEventListener("pointerdown", (event) => {
      start = event.pointerType === "touch" && event.isPrimary ? event : null;
    });
    this.stage.addEventListener("pointerup", (event) => {
      if (!start) return;
      const x = event.clientX - start.clientX;
      const y = event.clientY - start.clientY;
      start = null;
      if (y > 90 && y > Math.abs(x)) this.dialog.close();
      else if (Math.abs(x) > 50) this.show(this.position + (x < 0 ? 1 : -1));
    });
  }

  #closed() {
    // The browser tells about the end later, and another photo may be open already.
    if (this.dialog.open) return;
    this.#clearStage();
    this.list.close();
    this.list = null;
    this.selection.reviewed = null;
    this.isHeld = false;
    wantThumbnails(this, [], () => {});
    // The person may be typing already.
    if (!byID("search").contains(document.activeElement)) this.onClose(this.position);
  }
}
