/** Small helpers for elements. Texts are always set as text, never as markup. */

export const byID = (id) => document.getElementById(id);

/**
 * Makes an element.
 * @param {string} tag
 * @param {Object<string, string|boolean|Function>} properties Attributes; `onclick` and the like are listeners.
 * @param {...(Node|string)} children
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** One of the symbols in picker.html. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

/** A button with an icon and a name for assistive technology. */
export function iconButton(name, label, onclick, properties = {}) {
  return make("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...properties },
    icon(name));
}

/** Whether things may move without being dragged. */
export const mayMove = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Writes only what differs, because writing an attribute costs even if it stays the same. */
export function setAttribute(element, name, value) {
  if (value == null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value);
  }
}
