// Elements made by calls, never from text: what a server or a visitor wrote cannot become markup. Here all texts enter
// the page, so here they are said in the language of the visitor.

import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
/** The attributes that are read out or shown. */
const TEXTS = new Set(["aria-label", "title", "placeholder"]);

/**
 * @param {Element} element
 * @param {Record<string, any> | null} attributes
 * @param {any[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") setVariables(/** @type {HTMLElement} */ (element), value);
    else element.setAttribute(name, value === true ? "" : String(TEXTS.has(name) ? say(value) : value));
  }
  element.append(...flat(children));
  return element;
}

/** Custom properties of a style: a policy that allows no inline style allows these. */
function setVariables(element, variables) {
  for (const [name, value] of Object.entries(variables)) element.style.setProperty(`--${name}`, String(value));
}

/** @param {any[]} children */
function flat(children) {
  const shown = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  return shown.map(say);
}

/** Make an HTML element: h("button", {class: "big", onclick: f}, "text", child, [children]). */
export function h(tag, attributes = null, ...children) {
  return /** @type {HTMLElement} */ (fill(document.createElement(tag), attributes, children));
}

/** Make an SVG element, in the same way. */
export function s(tag, attributes = null, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** A sign of the page (i-...), a picture on a card (p-...) or a suit (s-...), from the symbols in index.html. */
export function icon(name, className = "i") {
  const size = name.startsWith("p-") ? "0 0 48 48" : "0 0 24 24";
  return s("svg", { class: className, viewBox: size, "aria-hidden": "true" }, s("use", { href: `#${name}` }));
}

/** The sign of saizen. */
export const logo = () => icon("logo", "logo-sign");

/** Put children in the place of what an element has. */
export function put(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

/** Draw again, and keep the keyboard's focus on the element with the same data-key. */
export function keepFocus(host, redraw) {
  const active = /** @type {HTMLElement | null} */ (
    host.contains(document.activeElement) ? document.activeElement : null
  );
  const key = active?.dataset.key;
  redraw();
  if (!active || !key) return;
  const same = [...host.querySelectorAll("[data-key]")].find((element) => element.dataset.key === key);
  same?.focus({ preventScroll: true });
}
