// Everything that lies on a table, in one style. A card is an <svg> of 60 x 84 units: it stands by itself
// in HTML (sized by the class "card"), or lies in a larger drawing with x, y, width and height.

import { s } from "./dom.js";

export const WIDTH = 60;
export const HEIGHT = 84;

/** Small signs, 16 x 16, for abilities and other marks. */
const SIGNS = {
  draw: [["path", { d: "M3 6h10M3 10h10" }]],
  heart: [["path", { d: "M8 13.5C3 9.7 2 7.6 2 5.8A3 3 0 0 1 8 4.6a3 3 0 0 1 6 1.2c0 1.8-1 3.9-6 7.7z" }]],
  eye: [
    ["path", { d: "M1.5 8C3.5 4.8 5.6 3.6 8 3.6S12.5 4.8 14.5 8C12.5 11.2 10.4 12.4 8 12.4S3.5 11.2 1.5 8z" }],
    ["circle", { cx: 8, cy: 8, r: 2 }],
  ],
  blade: [["path", { d: "M13.5 2.5L6.5 9.5M13.5 2.5V5L7.8 10.8M4 8l4 4M5.8 10.2L2.5 13.5" }]],
  double: [
    ["circle", { cx: 5.5, cy: 8, r: 3.5 }],
    ["circle", { cx: 10.5, cy: 8, r: 3.5 }],
  ],
  star: [["path", { d: "M8 1.5l1.7 4.6 4.8.2-3.8 3 1.3 4.7L8 11.3 4 14l1.3-4.7-3.8-3 4.8-.2z" }]],
  flag: [["path", { d: "M4 14.5V2M4 2.5h8.5L10 5.5l2.5 3H4" }]],
  crown: [["path", { d: "M2.5 12.5h11l1-7.5-4 3L8 3 5.5 8l-4-3z" }]],
  lock: [
    ["rect", { x: 3.5, y: 7, width: 9, height: 7, rx: 1.5 }],
    ["path", { d: "M5.5 7V5a2.5 2.5 0 0 1 5 0v2" }],
  ],
  none: [],
};

/** The names of the signs. */
export const signNames = Object.keys(SIGNS);

/** One sign as a group whose middle lies at x, y; size 16 unless told. */
export function sign(name, x = 8, y = 8, size = 16) {
  const parts = (SIGNS[name] ?? SIGNS.none).map(([tag, attributes]) => s(tag, attributes));
  const k = size / 16;
  return s("g", { class: "sign", transform: `translate(${x - 8 * k} ${y - 8 * k}) scale(${k})` }, parts);
}

function frame(kind, at, label, ...inside) {
  const { x, y, width, height, turned } = at;
  return s(
    "svg",
    {
      class: `card card-${kind}`,
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      x,
      y,
      width: width ?? (x === undefined ? null : WIDTH),
      height: height ?? (x === undefined ? null : HEIGHT),
      role: label ? "img" : null,
      "aria-label": label || null,
      "aria-hidden": label ? null : "true",
      "data-turned": turned ? "true" : null,
    },
    s("rect", { class: "card-face", x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 6 }),
    inside,
  );
}

/**
 * A card face up.
 * rank: what stands large ("7", "K"); name, japanese: its names, small below; sign: a name of SIGNS;
 * kind: "card" (usual), "mark" (counts more), "dim" (cannot be used), "chosen", "best";
 * suit: "♠" "♥" "♦" "♣" or any short text; letter: a small letter in the lower corner (labellings);
 * label: what a screen reader says (rank and name unless told; "" for nothing).
 * @param {Record<string, any>} parts
 */
export function card({
  rank = "",
  name = "",
  japanese = "",
  sign: mark = null,
  kind = "card",
  suit = "",
  letter = "",
  label,
  ...at
}) {
  const said = label ?? [rank, name, suit].filter(Boolean).join(" ");
  const red = suit === "♥" || suit === "♦";
  const plain = !name && !japanese;
  const text = String(rank);
  const small = text.length > 2 ? " small" : "";
  const inside = plain
    ? [
        s("text", { class: `card-rank large${small}`, x: WIDTH / 2, y: suit ? 44 : 54 }, text),
        suit ? s("text", { class: "card-suit", x: WIDTH / 2, y: 68 }, suit) : null,
      ]
    : [
        s("text", { class: `card-rank${small}`, x: 9, y: 27 }, text),
        mark ? sign(mark, 45, 19, 18) : null,
        s("text", { class: "card-ja", x: WIDTH / 2, y: 56 }, japanese),
        s("text", { class: "card-name", x: WIDTH / 2, y: 73 }, name),
      ];
  const extra = plain && mark ? sign(mark, 48, 14, 14) : null;
  const corner = letter ? s("text", { class: "card-letter", x: 7, y: 78 }, letter) : null;
  return frame(`${kind}${red ? " red" : ""}`, at, said, inside, extra, corner);
}

/**
 * A card face down; text stands small in its middle (a place number, how many there are).
 * @param {Record<string, any>} [parts]
 */
export function back({ text = "", label = "", ...at } = {}) {
  const weave = s("rect", { class: "card-weave", x: 6, y: 6, width: WIDTH - 12, height: HEIGHT - 12, rx: 3 });
  const lines = [20, 32, 44, 56, 68].map((y) => s("path", { class: "card-lines", d: `M6 ${y}L54 ${y - 14}` }));
  const told =
    text === ""
      ? null
      : [
          s("circle", { class: "card-disc", cx: WIDTH / 2, cy: HEIGHT / 2, r: 13 }),
          s("text", { class: "card-number", x: WIDTH / 2, y: HEIGHT / 2 + 5 }, String(text)),
        ];
  return frame("back", at, label, weave, lines, told);
}

/**
 * A place where a card could lie; text stands faintly in it.
 * @param {Record<string, any>} [parts]
 */
export function place({ text = "", label = "", kind = "empty", ...at } = {}) {
  return frame(kind, at, label, s("text", { class: "card-faint", x: WIDTH / 2, y: 50 }, String(text)));
}

/**
 * A pile face down: a back with edges of those below it.
 * @param {Record<string, any>} [parts]
 */
export function pile({ count = 0, label = "", ...at } = {}) {
  const { x, y, width, height } = at;
  const shown = Math.min(3, Math.max(0, count - 1));
  const below = Array.from({ length: shown }, (_, i) =>
    s("rect", {
      class: "card-edge",
      x: 1 + 2 * (shown - i),
      y: 1 + 2 * (shown - i),
      width: WIDTH - 2,
      height: HEIGHT - 2,
      rx: 6,
    }),
  );
  const top = count ? back({ text: count, x: 0, y: 0 }) : place({ x: 0, y: 0, text: "0" });
  const said = { role: label ? "img" : null, "aria-label": label || null, "aria-hidden": label ? null : "true" };
  return s(
    "svg",
    { class: "card card-pile", viewBox: `0 0 ${WIDTH + 6} ${HEIGHT + 6}`, x, y, width, height, ...said },
    below,
    top,
  );
}

/**
 * One sign of a code: a round peg with a digit or letter; kind "peg", "open" (unknown) or "hit", "blow".
 * @param {Record<string, any>} [parts]
 */
export function peg({ text = "", kind = "peg", label = "", ...at } = {}) {
  const { x, y, width, height } = at;
  const said = { role: label ? "img" : null, "aria-label": label || null, "aria-hidden": label ? null : "true" };
  return s(
    "svg",
    { class: `peg peg-${kind}`, viewBox: "0 0 40 40", x, y, width, height, ...said },
    s("circle", { class: "peg-face", cx: 20, cy: 20, r: 17 }),
    s("text", { class: "peg-text", x: 20, y: 27 }, String(text)),
  );
}
