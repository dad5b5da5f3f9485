// The board of any game: rows of cells as the rules describe them. A board of squares gets discs; where a move goes
// from one square to another, the first touch takes the piece and the second puts it down.

import { h } from "../dom.js";
import { choosing, playable } from "../pieces.js";

let held = null;

function square(ctx, cell, at, paths) {
  const from = paths.filter((path) => path.from === at && ctx.moves?.has(path.move));
  const to = paths.find((path) => path.from === held && path.to === at && ctx.moves?.has(path.move));
  const there = cell.kind === "empty" ? "" : cell.text;
  const piece = { x: " x", o: " o" }[there.toLowerCase()] ?? (there ? " piece" : "");
  const move = to?.move ?? (playable(ctx, cell.move) ? cell.move : null);
  const best = (move && ctx.best.has(move)) || from.some((path) => ctx.best.has(path.move)) ? " hb" : "";
  const last = ctx.lastSquares.has(at) ? " last" : "";
  const css = `q${piece}${best}${last}${move ? " may" : ""}${held === at ? " on" : ""}`;
  const text = piece === " piece" ? cell.text : "";
  const label = [there || `empty ${cell.text}`.trim(), cell.title].filter(Boolean).join(", ");
  if (move) return h("button", { class: css, ...choosing(ctx, move, label), "data-key": `square ${at}` }, text);
  const piece0 = there ? `${there} at ${at}` : null;
  if (!from.length) return h("div", { class: css, "data-piece": piece0, role: "img", "aria-label": label }, text);
  const take = () => {
    held = held === at ? null : at;
    ctx.redraw();
  };
  const pressed = String(held === at);
  return h(
    "button",
    {
      class: css,
      type: "button",
      "aria-label": label,
      "aria-pressed": pressed,
      "data-key": `square ${at}`,
      "data-from": String(at),
      onclick: take,
    },
    text,
  );
}

/** Whether a drawing is a board of squares: it says so, or its rows are places and pieces alone, equally long. */
const squared = ({ parts, rows }) =>
  parts.kind === "grid" ||
  (rows.length > 1 &&
    rows[0].length > 1 &&
    rows.every((row) => row.length === rows[0].length && row.every(({ kind }) => kind === "empty" || kind === "card")));

function grid(ctx) {
  const { columns = ctx.board.rows[0].length, paths = [] } = ctx.board.parts;
  const cells = ctx.board.rows.flat();
  if (!paths.some((path) => path.from === held)) held = null;
  const inside = cells.map((cell, at) => square(ctx, cell, at, paths));
  return h("div", { class: "gboard", vars: { cols: columns, rows: ctx.board.rows.length } }, inside);
}

function cellOf(ctx, cell) {
  const css = `cell-${cell.kind || "label"}${ctx.best.has(cell.move) ? " hb" : ""}`;
  const label = [cell.text, cell.title].filter(Boolean).join(", ");
  if (!cell.kind || cell.kind === "label") {
    if (!playable(ctx, cell.move)) return h("span", { class: css }, ctx.say(cell.text));
  } else if (!playable(ctx, cell.move)) {
    return h("span", { class: `piece ${css}`, role: "img", "aria-label": label || cell.kind }, cell.text);
  }
  return h("button", { class: `piece ${css}`, ...choosing(ctx, cell.move, label || cell.move) }, cell.text);
}

function lines(ctx) {
  const row = (cells) =>
    h(
      "div",
      { class: "line" },
      cells.map((cell) => cellOf(ctx, cell)),
    );
  return h("div", { class: "lines" }, ctx.board.rows.map(row));
}

/** Moves that the board itself does not offer, as buttons. */
function others(ctx) {
  if (!ctx.asks || !ctx.listed) return null;
  const there = new Set(ctx.board.rows.flat().map((cell) => cell.move));
  for (const path of ctx.board.parts.paths ?? []) there.add(path.move);
  const left = ctx.listed.filter((move) => !there.has(move));
  if (!left.length) return null;
  const button = (move) =>
    h("button", { class: `btn${ctx.best.has(move) ? " hb" : ""}`, ...choosing(ctx, move, null) }, moveName(ctx, move));
  return h("div", { class: "choices", role: "group", "aria-label": "Moves" }, left.slice(0, 60).map(button));
}

export function draw(ctx) {
  const board = squared(ctx.board) ? grid(ctx) : lines(ctx);
  const notes = ctx.board.notes.map((note) => h("p", {}, ctx.say(note)));
  return [h("div", { class: "autox" }, board, notes.length ? h("div", { class: "notes" }, notes) : null), others(ctx)];
}

export const tableClass = "gridx";
export const bar = (ctx, seat) => ({ score: null, more: squared(ctx.board) ? stone(seat) : [] });
const stone = (seat) => [h("span", { class: `disc ${seat ? "o" : "x"}`, "aria-hidden": "true" })];
export const moveName = (_, move) => move;
export const score = () => "";

/** max and min are you and the computer. */
export function words(ctx, text) {
  return text.replace(/\b(max|min)\b/gi, (name) =>
    (name.toLowerCase() === "max") === (ctx.seat === 0) ? "You" : ctx.opponent,
  );
}
