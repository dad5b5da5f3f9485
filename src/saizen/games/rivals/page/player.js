// R-Rivals: two hands of pictures, the trick between them.

import { h } from "/static/play/js/dom.js";
import { backCard, capital, chip, pictureCard, pips, slot } from "/static/play/js/pieces.js";

export const explains = true;
export const japanese = true;

/** Three cards, for the start page. */
export function tile() {
  const cards = [
    ["assassin", 3],
    ["princess", 1],
    ["prince", 7],
  ];
  return cards.map(([card, strength]) => pictureCard({}, { name: card, strength, ability: card }));
}

const sides = (ctx) => {
  const { players } = ctx.board.parts;
  return { me: players[ctx.seat], other: players[1 - ctx.seat] };
};

/** The points of a seat, and what its next card brings. */
export function bar(ctx, seat) {
  const { parts } = ctx.board;
  const side = parts.players[seat];
  const won = parts.result !== null && parts.result === (seat === 0 ? 1 : -1);
  const chips = [];
  if (side.general) chips.push(chip(`next card +${parts.settings.general_bonus}`));
  if (side.stake > 1) chips.push(chip(`counts ${side.stake}`));
  return { score: pips(side.points, parts.settings.points_to_win), more: chips, won };
}

/** The last trick: {own, other} as numbers, from the turns that were played. */
function lastTrick(ctx) {
  const cards = new Map();
  for (const turn of [...ctx.turns].reverse()) {
    for (const { seat, move } of turn.entries) if (!cards.has(seat)) cards.set(seat, Number(move));
    if (cards.size === 2) return { own: cards.get(ctx.seat), other: cards.get(1 - ctx.seat), words: turn.words };
    if (turn.words && cards.size === 1 && turn.entries.length === 2) break;
  }
  return null;
}

function hand(ctx, side, own) {
  const { deck } = ctx.board.parts;
  const held = new Map(side.hand.map((card) => [card.number, card]));
  const cards = deck.filter((card) => card.in_play);
  if (own) {
    const mine = cards.filter((card) => held.has(card.number));
    const shown = mine.map((card) =>
      pictureCard(ctx, card, { move: String(card.number), piece: `own ${card.number}` }),
    );
    return h("div", { class: "hand", role: "group", "aria-label": "Your hand" }, shown);
  }
  const theirs = cards.map((card) =>
    held.has(card.number)
      ? pictureCard(ctx, card, { piece: `other ${card.number}` })
      : slot("gone", h("span", {}, String(card.strength))),
  );
  return h("div", { class: "ohand", role: "group", "aria-label": `${ctx.opponent}'s hand` }, theirs);
}

const figure = (card, words) => h("figure", {}, card, h("figcaption", {}, words));

function middle(ctx) {
  const { parts } = ctx.board;
  const { me, other } = sides(ctx);
  const seen = parts.seen === null ? null : parts.deck[parts.seen];
  const last = lastTrick(ctx);
  const plain = ctx.board.notes.slice(1).map((note) => note.replace(/\b(blue|red)\b/gi, (name) => sideName(ctx, name)));
  const number = 9 - me.hand.length;
  const at = h("div", { class: "tell at" }, h("b", {}, `Trick ${number}`), h("p", {}, `worth ${worth(me.stake)}`));
  const told = brief(ctx.lastWords) || plain[0] || "";
  const tell = h("div", { class: "tell" }, h("p", {}, told));
  if (ctx.ended && last) {
    const won = parts.result === (ctx.seat ? -1 : 1) ? " best" : "";
    const theirs = pictureCard(ctx, parts.deck[last.other], { piece: `other ${last.other}` });
    const mine = pictureCard(ctx, parts.deck[last.own], { extra: won, piece: `own ${last.own}` });
    return h("div", { class: "mid" }, figure(theirs, ctx.opponent), figure(mine, "You"), tell);
  }
  let theirs = slot("", h("span", {}, ctx.opponent));
  let words = ctx.opponent;
  const shownByOther = other.hand.some((card) => card.shown);
  if (shownByOther && seen) [theirs, words] = [pictureCard(ctx, seen), `${ctx.opponent} shows first`];
  else if (parts.spy === 0 && ctx.asks) [theirs, words] = [backCard("face down"), `${ctx.opponent} has chosen`];
  const shown = me.hand.find((card) => card.shown);
  const mine = shown ? pictureCard(ctx, parts.deck[shown.number]) : slot(ctx.asks ? "want" : "", "Your card");
  return h("div", { class: "mid" }, at, figure(theirs, words), figure(mine, "You"), tell);
}

/** What happened, without what the board shows: what the next trick is worth, and the score. */
const brief = (words) =>
  words.replace(/ The points are carried over[^.]*\./, "").replace(/ You \d+, [^.]*? \d+[.:]/, "");
const worth = (stake) => `${stake} point${stake === 1 ? "" : "s"}`;
const sideName = (ctx, name) => ((name.toLowerCase() === "blue") === (ctx.seat === 0) ? "you" : ctx.opponent);

/** The board between the bars of the players. */
export function draw(ctx) {
  const { me, other } = sides(ctx);
  return [hand(ctx, other, false), middle(ctx), ctx.ended ? null : hand(ctx, me, true)];
}

/** What a card is called, and what it does. */
export function moveName(ctx, move) {
  return capital(ctx.board.parts.deck[Number(move)]?.name ?? move);
}

/** A card within a sentence. */
export const phrase = (ctx, move) => `the ${moveName(ctx, move).toLowerCase()}`;

export function effect(ctx, move) {
  const card = ctx.board.parts.deck[Number(move)];
  return card ? sentence(card.words) : "";
}

const sentence = (words) => `${capital(words.replace(/^its owner's/, "your").replace("to its owner", "to you"))}.`;

/** Every card beside its effect, for the rules. */
export function rules(ctx) {
  const cards = ctx.board.parts.deck.filter((card) => card.in_play);
  const quiet = { ...ctx, moves: new Set(), best: new Set(), selected: null };
  const item = (card) =>
    h(
      "li",
      {},
      pictureCard(quiet, card),
      h("div", {}, h("b", {}, capital(card.name)), h("p", {}, sentence(card.words))),
    );
  return [h("h3", {}, `The ${cards.length} cards`), h("ul", { class: "abil" }, cards.map(item))];
}

/** Blue and red are you and the opponent. */
export function words(ctx, text) {
  return text
    .replace(/\b(Blue|Red|blue|red)('s)?\b/g, (whole, name, owner) => {
      const own = (name.toLowerCase() === "blue") === (ctx.seat === 0);
      const plain = own ? (owner ? "your" : "you") : `${ctx.opponent}${owner ?? ""}`;
      return /[A-Z]/.test(name[0]) ? capital(plain) : plain;
    })
    .replace(
      /\b([Yy]ou) (wins|has|shows|answers)\b/g,
      (_, you, verb) => `${you} ${{ wins: "win", has: "have", shows: "show", answers: "answer" }[verb]}`,
    );
}

/** The score of a finished game. */
export function score(ctx) {
  const { me, other } = sides(ctx);
  const { result, settings } = ctx.board.parts;
  const princess = result && Math.max(me.points, other.points) < settings.points_to_win;
  return princess ? "" : `${me.points}–${other.points}`;
}
