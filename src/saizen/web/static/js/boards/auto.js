// The automatic board: rows of cells as a game describes them; cells that carry a move are buttons.

import { back, card, place } from "../cards.js";
import { h, s } from "../dom.js";
import { say, t } from "../words.js";

const SHORT = 3;

function face(cell) {
  const short = cell.text.length <= SHORT;
  if (cell.kind === "card" && short) return card({ rank: cell.text, label: "" });
  if (cell.kind === "mark" && short) return card({ rank: cell.text, kind: "mark", label: "" });
  if (cell.kind === "back" && short) return back({ text: cell.text });
  if (cell.kind === "empty" && short) return place({ text: cell.text });
  return h("span", { class: `cell-words cell-${cell.kind || "plain"}` }, cell.text);
}

function shown(cell, ctx) {
  const told = [cell.text, cell.title].filter(Boolean).join(": ");
  if (cell.move === null || !ctx.choose) {
    if (cell.kind === "label" || !cell.kind) return h("span", { class: "cell cell-label", title: cell.title || null }, say(cell.text));
    return h("span", { class: "cell", role: "img", "aria-label": told || cell.kind, title: cell.title || null }, face(cell));
  }
  const best = ctx.advice?.get(cell.move)?.optimal;
  return h(
    "button",
    {
      type: "button",
      class: `cell cell-press${best ? " is-best" : ""}`,
      "data-key": `move ${cell.move}`,
      "data-move": cell.move,
      "aria-label": told || cell.move,
      title: cell.title || null,
      onclick: () => ctx.choose(cell.move),
    },
    face(cell),
  );
}

/** Draw the board: columns line up, and a row of words alone runs across all of them. */
export function draw(ctx) {
  const across = Math.max(1, ...ctx.board.rows.map((row) => row.length));
  const line = (row) => h("tr", {}, row.map((cell) => h("td", { colspan: row.length === 1 ? across : null }, shown(cell, ctx))));
  const lines = ctx.board.rows.some((row) => row.length) || ctx.board.notes.length ? ctx.board.notes : [t("boards.empty")];
  const notes = lines.map((note) => h("p", {}, say(note)));
  return h("div", { class: "auto-board" }, h("table", { class: "auto-rows", role: "presentation" }, h("tbody", {}, ctx.board.rows.map(line))), h("div", { class: "board-notes" }, notes));
}

/** There is no editor that would fit every game: the text field is it. */
export function editor() {
  return null;
}

export const tools = [];

/** Options that deal the cards of a new game and so do not go with a position. */
export const dealing = [];

const frame = (...inside) => s("svg", { class: "tile-picture", viewBox: "0 0 240 120", "aria-hidden": "true" }, inside);
const dots = (places, r) => places.map(([x, y]) => s("circle", { class: "tile-dot", cx: x, cy: y, r }));

const PICTURES = {
  nim: () => frame([5, 4, 3].flatMap((count, i) => dots(Array.from({ length: count }, (_, k) => [60 + 60 * i, 102 - 20 * k]), 8))),
  tic_tac_toe: () =>
    frame(
      s("path", { class: "tile-line", d: "M104 18V102M136 18V102M76 44H164M76 76H164" }),
      s("path", { class: "tile-line", d: "M112 52L128 68M128 52L112 68M144 22L160 38M160 22L144 38" }),
      s("circle", { class: "tile-line", cx: 90, cy: 90, r: 9 }),
    ),
  pig: () => frame(s("rect", { class: "tile-box", x: 85, y: 25, width: 70, height: 70, rx: 12 }), dots([[103, 43], [137, 43], [120, 60], [103, 77], [137, 77]], 7)),
  goofspiel: () => frame([1, 2, 3, 4].map((rank, i) => card({ rank, x: 14 + 50 * i, y: 18, label: "", kind: i === 2 ? "mark" : "card" }))),
  rock_paper_scissors: () =>
    frame(
      s("circle", { class: "tile-box", cx: 50, cy: 62, r: 26 }),
      s("rect", { class: "tile-box", x: 98, y: 32, width: 44, height: 58, rx: 3 }),
      s("path", { class: "tile-line", d: "M172 32L206 82M206 32L172 82" }),
      s("circle", { class: "tile-line", cx: 169, cy: 88, r: 8 }),
      s("circle", { class: "tile-line", cx: 209, cy: 88, r: 8 }),
    ),
};

/** A picture for the start page: of an example, else cards and a question mark. */
export function tile(name) {
  return PICTURES[name]?.() ?? frame(back({ x: 22, y: 18 }), place({ x: 90, y: 18 }), card({ rank: "?", x: 158, y: 18, label: "" }));
}
