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
    if (cell.kind === "label" || !cell.kind)
      return h("span", { class: "cell cell-label", title: cell.title || null }, say(cell.text));
    return h(
      "span",
      { class: "cell", role: "img", "aria-label": told || cell.kind, title: cell.title || null },
      face(cell),
    );
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
  const line = (row) =>
    h(
      "tr",
      {},
      row.map((cell) => h("td", { colspan: row.length === 1 ? across : null }, shown(cell, ctx))),
    );
  const lines =
    ctx.board.rows.some((row) => row.length) || ctx.board.notes.length ? ctx.board.notes : [t("boards.empty")];
  const notes = lines.map((note) => h("p", {}, say(note)));
  return h(
    "div",
    { class: "auto-board" },
    h("table", { class: "auto-rows", role: "presentation" }, h("tbody", {}, ctx.board.rows.map(line))),
    h("div", { class: "board-notes" }, notes),
  );
}

/** There is no editor that would fit every game: the text field is it. */
export function editor() {
  return null;
}

export const tools = [];

/** Options that deal the cards of a new game and so do not go with a position. */
export const dealing = [];

/** What a picture may be made of: cards as they lie on a table, and plain shapes. */
const SHAPES = ["circle", "rect", "path"];
const shape = ([kind, attributes]) =>
  kind === "card" ? card({ ...attributes, label: "" }) : SHAPES.includes(kind) ? s(kind, attributes) : null;
const QUESTION = () => [back({ x: 22, y: 18 }), place({ x: 90, y: 18 }), card({ rank: "?", x: 158, y: 18, label: "" })];

/** A picture for the start page: the one that the game's lesson describes, else cards and a question mark. */
export function tile(game) {
  return s(
    "svg",
    { class: "tile-picture", viewBox: "0 0 240 120", "aria-hidden": "true" },
    game.picture?.map(shape) ?? QUESTION(),
  );
}
