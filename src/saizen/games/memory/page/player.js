// Memory: cards in rows; what was open keeps a small window, so nobody has to remember.

import { h, icon } from "/static/play/js/dom.js";
import { choosing, playable } from "/static/play/js/pieces.js";

const PICTURES = ["leaf", "sun", "wave", "drop", "starp"];
const NAMES = ["leaf", "sun", "wave", "drop", "star"];

/** The picture of a letter, or nothing where there are more letters than pictures. */
function picture(letter) {
  const at = letter.toUpperCase().charCodeAt(0) - 65;
  const color = `c${(at % 4) + 1}`;
  if (letter.length === 1 && at < PICTURES.length) return icon(`p-${PICTURES[at]}`, `pic ${color}`);
  return h("span", { class: `letter ${color}` }, letter.toUpperCase());
}

const nameOf = (letter) => NAMES[letter.toUpperCase().charCodeAt(0) - 65] ?? letter.toUpperCase();

export function bar(ctx, seat) {
  return { score: String(ctx.board.parts.score[seat] ?? 0), more: [] };
}

function tableCard(ctx, card, known) {
  const letter = card.letter ?? known.get(card.place);
  const where = `card ${card.place}`;
  if (card.state === "gone") return h("div", { class: "tile1 out" });
  if (card.state === "open") {
    return h(
      "div",
      { class: "tile1 up", "data-piece": `open ${card.place}`, role: "img", "aria-label": `${nameOf(letter)}, open` },
      picture(letter),
    );
  }
  const last = ctx.lastMove === String(card.place) ? " lastone" : "";
  const best = ctx.best.has(String(card.place)) ? " hb" : "";
  const css = `tile1 cardback${letter ? " seen" : ""}${best}${last}`;
  const label = letter ? `${nameOf(letter)}, seen before, ${where}` : `${where}, face down`;
  if (!playable(ctx, card.place))
    return h("div", { class: css, role: "img", "aria-label": label }, letter && picture(letter));
  return h("button", { class: css, ...choosing(ctx, String(card.place), label) }, letter && picture(letter));
}

export function draw(ctx) {
  const { parts } = ctx.board;
  const known = new Map(parts.remembered.map(({ place, letter }) => [place, letter]));
  const columns = Math.min(parts.columns, 7);
  const tiles = parts.cards.map((card) => tableCard(ctx, card, known));
  return [h("div", { class: "tiles", vars: { columns } }, tiles)];
}

/** Some cards, two of them open, for the start page. */
export function tile() {
  const back = () => h("div", { class: "tile1 cardback" });
  const face = (sign, color) => h("div", { class: "tile1" }, icon(sign, `pic ${color}`));
  return h("div", { class: "mini" }, back(), face("p-sun", "c2"), back(), back(), back(), face("p-leaf", "c1"));
}

/** The notes that tell how the game ended. */
export const endNotes = (board) => board.notes.filter((note) => note.startsWith("Nobody"));

export const tableClass = "mem";

export function moveName(ctx, move) {
  const known = ctx.board.parts.remembered.find(({ place }) => String(place) === move);
  return known ? `${nameOf(known.letter)} (card ${move})` : `card ${move}`;
}

/** Letters are pictures; first and second are you and the opponent. */
export function words(ctx, text) {
  return text
    .replace(/ \(a [012]-move\)/g, "")
    .replace(/\bis ([A-E])\b/g, (_, letter) => `is a ${nameOf(letter)}`)
    .replace(/\bis ([F-Z])\b/g, (_, letter) => `shows ${letter}`)
    .replace(
      /takes ([A-Z]) \1\b/g,
      (_, letter) => `takes ${letter > "E" ? `both ${letter}` : `the ${nameOf(letter)}s`}`,
    )
    .replace(/\b(first|second)\b(?! card)/g, (_, name) =>
      (name === "first") === (ctx.seat === 0) ? "you" : ctx.opponent,
    )
    .replace(/\byou takes/g, "you take")
    .replace(/\byou goes/g, "you go")
    .replace(/you take (.*) and goes on/g, "you take $1 and go on")
    .replace(/^./, (letter) => letter.toUpperCase());
}

export function score(ctx) {
  const { score } = ctx.board.parts;
  return `${score[ctx.seat]}–${score[1 - ctx.seat]}`;
}
