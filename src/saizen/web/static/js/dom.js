// Elements made by calls, never from text: what a server or a visitor wrote cannot become markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element && !(element instanceof SVGElement)) element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, children);
  // a select has its options only now
  if (attributes && "value" in attributes && element.tagName === "SELECT") element.value = attributes.value;
  return element;
}

function add(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(element, child);
    else if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/** Make an HTML element: h("button", {class: "big", onclick: f}, "text", child, [children]). */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Make an SVG element, in the same way. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Put children in the place of what an element has. */
export function put(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

/** Let an element (an SVG group, a card) be pressed by pointer and keyboard; label is what it is called. */
export function pressable(element, label, press) {
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.setAttribute("aria-label", label);
  element.classList.add("pressable");
  element.addEventListener("click", press);
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press(event);
    }
  });
  return element;
}

/** A section that opens and closes; build() is called when it is first opened. */
export function disclosure(title, build, open = false) {
  const body = h("div", { class: "disclosure-body" });
  let built = false;
  const details = h("details", { class: "disclosure" }, h("summary", {}, title), body);
  const show = () => {
    if (built || !details.open) return;
    built = true;
    add(body, [build()]);
  };
  details.addEventListener("toggle", show);
  if (open) {
    details.open = true;
    show();
  }
  return details;
}

/** Put the keyboard's focus back where it was: on the element with the same data-key. */
export function keepFocus(host, redraw) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const active = host.contains(focused) ? focused : null;
  const key = active?.dataset?.key ?? active?.getAttribute?.("aria-label");
  redraw();
  if (!active || host.contains(document.activeElement)) return;
  const all = [...host.querySelectorAll("[data-key], [aria-label]")];
  const same = all.find((e) => e.dataset.key === key || e.getAttribute("aria-label") === key);
  const next = same && !same.disabled ? same : host.querySelector("button:not(:disabled), [tabindex='0']");
  next?.focus({ preventScroll: true });
}

let pressed = null; // what the pointer was pressed on, until it is let go
const waiting = new Map(); // host -> how it is to be drawn then

addEventListener("pointerdown", (event) => (pressed = event.target), { capture: true });
for (const ending of ["pointerup", "pointercancel", "blur"])
  addEventListener(ending, () => {
    pressed = null;
    // after the click or the drop that belongs to it
    setTimeout(() => [...waiting].forEach(([host, redraw]) => steadily(host, redraw)), 0);
  });

/**
 * Draw now, or, while the pointer is pressed on the host, when it is let go: a drag or click keeps what it holds.
 * What waited is forgotten; with `news` nothing waits.
 */
export function steadily(host, redraw, news = false) {
  waiting.delete(host);
  if (!news && pressed && host.contains(pressed)) waiting.set(host, redraw);
  else redraw();
}
