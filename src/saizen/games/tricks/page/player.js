// Trick-taking with open hands: numbers, some with a star.

import { h, icon } from "/static/play/js/dom.js";
import { numberCard, slot } from "/static/play/js/pieces.js";

const hands = (ctx) => {
  const { players } = ctx.board.parts;
  return { me: players[ctx.seat], other: players[1 - ctx.seat] };
};

/** Stars taken so far: gained is what Left (the first seat) has. */
function stars(ctx, seat) {
  const played = ctx.first.board.parts.score_cards - ctx.board.parts.score_cards;
  return seat === 0 ? ctx.gained : played - ctx.gained;
}

export function bar(ctx, seat) {
  const count = stars(ctx, seat);
  return { score: [h("span", { class: "won stars" }, icon("i-star", "star")), String(count)], more: [] };
}

function hand(ctx, side, own) {
  const started = ctx.first.board.parts.players[own ? ctx.seat : 1 - ctx.seat].hand;
  const held = new Map(side.hand.map((card) => [card.number, card]));
  const led = ctx.board.parts.led?.number;
  const cards = started.map(({ number, score }) => {
    if (!held.has(number) || number === led) return own ? null : slot("gone", h("span", {}, String(number)));
    return numberCard(ctx, { number, star: score, move: own ? String(number) : null });
  });
  const label = own ? "Your hand" : `${ctx.opponent}'s hand`;
  return h("div", { class: own ? "hand" : "ohand", role: "group", "aria-label": label }, cards);
}

const figure = (card, words) => h("figure", {}, card, h("figcaption", {}, words));

/** The cards of the last trick, as they lie there in the end. */
function lastTrick(ctx) {
  const card = (seat) => {
    const number = ctx.turns.flatMap(({ entries }) => entries).findLast((entry) => entry.seat === seat)?.move;
    const found = ctx.first.board.parts.players[seat].hand.find((one) => String(one.number) === number);
    return found ? numberCard(ctx, { number: found.number, star: found.score }) : slot("");
  };
  return h(
    "div",
    { class: "mid" },
    h("div", { class: "tell at" }, h("b", {}, "The end")),
    figure(card(1 - ctx.seat), ctx.opponent),
    figure(card(ctx.seat), "You"),
    h("div", { class: "tell" }, h("p", {}, ctx.lastWords)),
  );
}

function middle(ctx) {
  const { led } = ctx.board.parts;
  const turn = ctx.turns.at(-1);
  const own = led && turn?.own;
  const trick = ctx.first.board.parts.players[0].hand.length - hands(ctx).me.hand.length + (own ? 0 : 1);
  if (ctx.ended) return lastTrick(ctx);
  const lead = led ? numberCard(ctx, { number: led.number, star: led.score }) : null;
  const theirs = lead && !own ? lead : slot("", h("span", {}, ctx.opponent));
  const mine = lead && own ? lead : slot(ctx.asks ? "want" : "", "Your card");
  const at = h("div", { class: "tell at" }, h("b", {}, `Trick ${trick}`));
  const tell = h("div", { class: "tell" }, h("p", {}, ctx.lastWords));
  return h(
    "div",
    { class: "mid" },
    at,
    figure(theirs, lead && !own ? `${ctx.opponent} leads` : ctx.opponent),
    figure(mine, "You"),
    tell,
  );
}

export function draw(ctx) {
  const { me, other } = hands(ctx);
  return [hand(ctx, other, false), middle(ctx), ctx.ended ? null : hand(ctx, me, true)];
}

/** Three cards, for the start page. */
export const tile = () => [9, 8, 5].map((number) => numberCard({}, { number, star: number > 7 }));

export const tableClass = "tri";
export const moveName = (_, move) => move;
export const most = (ctx) => ctx.first.board.parts.score_cards;

/** Left and Right are you and the opponent; score cards are stars. */
export function words(ctx, text) {
  const own = (name) => (name === "Left") === (ctx.seat === 0);
  return text
    .replace(/\b(Left|Right)('s)?/g, (_, name, owner) =>
      own(name) ? (owner ? "your" : "you") : ctx.opponent + (owner ?? ""),
    )
    .replace(/you takes/g, "you take")
    .replace(/and leads/g, (found, at, whole) => (whole.slice(0, at).includes("you take") ? "and lead" : found))
    .replace(/no score cards/g, "no stars")
    .replace(/score card/g, "star")
    .replace(/^./, (first) => first.toUpperCase());
}

export function score(ctx) {
  return `${stars(ctx, ctx.seat)}–${stars(ctx, 1 - ctx.seat)}`;
}
