// Short motion between two drawings: what has a data-piece goes from where it was to where it is; what is new rises.

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const [TRAVEL, RISE] = [340, 260];
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/** Draw again, and let pieces travel. The first drawing deals them, one after the other. */
export function moving(host, redraw) {
  if (CALM.matches) {
    redraw();
    return;
  }
  const before = places(host);
  redraw();
  let dealt = 0;
  for (const [piece, { element, box }] of places(host)) {
    const old = before.get(piece)?.box;
    const [across, down] = old ? [old.left - box.left, old.top - box.top] : [0, 14];
    if (old && Math.abs(across) + Math.abs(down) < 2) continue;
    const from = { transform: `translate(${across}px, ${down}px)`, opacity: old ? 1 : 0 };
    const delay = before.size ? 0 : 40 * Math.min(dealt++, 16);
    element.animate([from, {}], { duration: old ? TRAVEL : RISE, easing: EASE, delay, fill: "backwards" });
  }
}

/** Where each piece is; of a piece that is drawn twice the first one. */
function places(host) {
  const found = new Map();
  for (const element of host.querySelectorAll("[data-piece]")) {
    const { piece } = element.dataset;
    if (!found.has(piece)) found.set(piece, { element, box: element.getBoundingClientRect() });
  }
  return found;
}
