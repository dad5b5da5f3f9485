// Calculation: four piles that count by 1 to 4, stacks under them, the drawn card beside.

import { h, icon } from "/static/play/js/dom.js";
import { choosing } from "/static/play/js/pieces.js";

const shown = (rank) => (rank === "T" ? "10" : rank);
const SUITS = ["h", "c", "d", "s"];

/** A card with a suit: suits do not matter, they only make cards easier to tell apart. */
function suitCard(rank, suit, { extra = "", k = null, attributes = null } = {}) {
  const red = suit === "h" || suit === "d" ? " red" : "";
  const inside = [h("span", { class: "n" }, shown(rank)), icon(`s-${suit}`, "suit s1"), icon(`s-${suit}`, "suit s2")];
  const vars = k === null ? {} : { k };
  const css = `card pcard${red}${extra}`;
  if (attributes) return h("button", { class: css, vars, ...attributes }, inside);
  return h("div", { class: css, vars, role: "img", "aria-label": rank }, inside);
}

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "T", "J", "Q", "K"];
const suitOf = (rank, at) => SUITS[(RANKS.indexOf(rank) + at) % 4];

/** Moves of the board by where a card goes; several moves to one pile: the drawn card first. */
const movesTo = (ctx, to) =>
  ctx.asks ? ctx.board.parts.moves.filter((move) => move.to === to && ctx.moves.has(move.move)) : [];
const movesFrom = (ctx, from) =>
  ctx.asks ? ctx.board.parts.moves.filter((move) => move.from === from && ctx.moves.has(move.move)) : [];

function pile(ctx, foundation) {
  const { cards, waits, step, name } = foundation;
  const [move] = movesTo(ctx, `foundation ${name}`);
  const top = cards.at(-1);
  const best = move && ctx.best.has(move.move) ? " hb" : "";
  const label = `pile by ${step}, next ${waits ?? "nothing"}`;
  const attributes = move ? choosing(ctx, move.move, label) : null;
  const face = top
    ? suitCard(top, suitOf(top, step), { extra: `${best}${move ? " may" : ""}`, attributes })
    : h(
        move ? "button" : "div",
        { class: `slot${move ? " want" : ""}${best}`, ...(attributes ?? {}) },
        shown(waits ?? ""),
      );
  const next = h("span", { class: "nx" }, waits ? ["next ", h("b", {}, shown(waits))] : "complete");
  return h("div", {}, h("h2", {}, `by ${step}`), face, next);
}

function stack(ctx, { name, cards }) {
  const [lay] = movesTo(ctx, `stack ${name}`);
  const up = movesFrom(ctx, `stack ${name}`);
  const move = lay ?? up[0];
  const squeeze = cards.length > 7 ? 7 / cards.length : 1;
  const faces = cards.map(({ text }, k) => {
    const last = k === cards.length - 1;
    const best = last && move && ctx.best.has(move.move) ? " hb" : "";
    const label = lay ? `lay it on the ${text} of stack ${name}` : `the ${text} of stack ${name} goes up`;
    const attributes = last && move ? choosing(ctx, move.move, label) : null;
    return suitCard(text, suitOf(text, Number(name) + k), { extra: best, k: k * squeeze, attributes });
  });
  const empty = lay
    ? h(
        "button",
        { class: `slot${ctx.best.has(lay.move) ? " hb" : ""}`, ...choosing(ctx, lay.move, `lay it on stack ${name}`) },
        "empty",
      )
    : h("div", { class: "slot" });
  return h("div", {}, h("h2", {}, `Stack ${name}`), h("div", { class: "pile" }, cards.length ? faces : empty));
}

export function draw(ctx) {
  const { parts } = ctx.board;
  const draws = movesFrom(ctx, "deck")[0];
  const card = parts.drawn
    ? suitCard(parts.drawn.text, suitOf(parts.drawn.text, 0), { extra: " best" })
    : h("div", { class: "slot" });
  const deck = draws
    ? h("button", {
        class: `card cardback${ctx.best.has(draws.move) ? " hb" : ""}`,
        ...choosing(ctx, draws.move, "draw a card"),
      })
    : h("div", { class: "card cardback", role: "img", "aria-label": `${parts.deck.left} cards in the deck` });
  return [
    h(
      "div",
      { class: "founds" },
      parts.foundations.map((foundation) => pile(ctx, foundation)),
    ),
    h(
      "div",
      { class: "draw" },
      h("div", {}, h("h2", {}, "Your card"), card, h("span", { class: "nx" }, parts.drawn ? "place it" : "\u00a0")),
      h(
        "div",
        {},
        h("h2", {}, "Deck"),
        deck,
        h("span", { class: "nx num" }, draws ? "draw" : `${parts.deck.left} left`),
      ),
    ),
    h(
      "div",
      { class: "stacks" },
      parts.stacks.map((one) => stack(ctx, one)),
    ),
  ];
}

const placed = (ctx) => ctx.board.parts.foundations.reduce((sum, { cards }) => sum + cards.length, 0);

/** Four cards, for the start page. */
export const tile = () => ["4", "8", "Q", "3"].map((rank, at) => suitCard(rank, SUITS[at]));

export const tableClass = "calc";
export const bar = (ctx) => ({ score: [String(placed(ctx)), h("small", {}, " of 52 placed")], more: [] });
export const score = (ctx) => String(placed(ctx));
const spoken = (rank) => ({ A: "ace", T: "10", J: "jack", Q: "queen", K: "king" })[rank] ?? rank;
export const say = (ctx) => {
  const { drawn } = ctx.board.parts;
  return drawn
    ? [`You drew ${/^[A8]/.test(drawn.text) ? "an" : "a"} ${spoken(drawn.text)}.`, "Place it on a pile or a stack."]
    : ["Your turn.", "Move a top card up, or draw."];
};
export function moveName(ctx, move) {
  const found = ctx.board.parts.moves.find((one) => one.move === move);
  if (!found) return move;
  const { from, to } = found;
  const names = ctx.board.parts.foundations;
  const pileName = (text) =>
    text.replace(/foundation (.)/, (_, name) => `pile by ${names.find((one) => one.name === name)?.step}`);
  if (from === "deck") return "draw a card";
  return from === "drawn" ? `${shown(ctx.board.parts.drawn?.text)} to ${pileName(to)}` : `${from} to ${pileName(to)}`;
}
export const levels = [
  { name: "4 stacks", options: { stacks: 4 }, says: "The usual game." },
  { name: "3 stacks", options: { stacks: 3 }, says: "Much harder." },
];
export const words = (ctx, text) =>
  text
    .replace(/\bT\b/g, "10")
    .replace(/; nothing moves any more: lost$/, "; nothing moves any more.")
    .replace(/foundation ([A-D])/g, (_, name) => `the pile by ${"ABCD".indexOf(name) + 1}`)
    .replace(/^./, (letter) => letter.toUpperCase());
