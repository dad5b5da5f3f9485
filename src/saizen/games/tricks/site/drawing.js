// Trick taking as the board draws it, as Python gives it, and in words. Players are 0 for Left and 1 for Right.

import { cardsOf } from "./search.js";

const NAMES = ["Left", "Right"];
const LETTERS = ["L", "R"];

/** How many score cards, in words. */
function scoreWords(count) {
  return `${count || "no"} score card${count === 1 ? "" : "s"}`;
}

/** Who takes a trick, with how many score cards, and who leads next. */
export function trickWords(winner, strong, weak, count, last) {
  const [taker, loser] = [NAMES[winner], NAMES[1 - winner]];
  const which = last ? "the last trick" : "the trick";
  const then = last ? "" : " and leads next";
  return `${taker}'s ${strong} beats ${loser}'s ${weak}: ${taker} takes ${which} with ${scoreWords(count)}${then}.`;
}

function state(turn, led, left) {
  const does = led === null ? "leads" : `replies to ${led.number}`;
  const words = scoreWords(left);
  return `${NAMES[turn]} ${does}. ${words[0].toUpperCase()}${words.slice(1)} ${left === 1 ? "is" : "are"} left.`;
}

/** The drawing of a position for a player, whose own hand lies below; for nobody in particular Left's does. */
export function draw({ score, numbers }, at, player, turn) {
  const row = cardsOf(at.left | at.right).reverse();
  const free = (turn ? at.right : at.left) & ~(at.led === null ? 0 : 1 << at.led);
  const card = (bit) => ({
    rank: row.length - row.indexOf(bit),
    number: numbers[bit],
    score: ((score >> bit) & 1) === 1,
    move: (free >> bit) & 1 ? String(numbers[bit]) : null,
  });
  const hand = (set) => cardsOf(set).reverse().map(card);
  const led = at.led === null ? null : card(at.led);
  const left = cardsOf(score & (at.left | at.right)).length;
  const parts = {
    below: LETTERS[player ?? 0],
    players: NAMES.map((name, side) => ({
      player: LETTERS[side],
      name,
      you: side === player,
      hand: hand(side ? at.right : at.left),
    })),
    row: row.map((bit) => ({ ...card(bit), owner: LETTERS[(at.left >> bit) & 1 ? 0 : 1] })),
    lead: LETTERS[at.lead],
    turn: row.length ? LETTERS[turn] : null,
    led,
    score_cards: left,
  };
  return { rows: [], notes: [row.length ? state(turn, led, left) : "All cards are played."], parts };
}

/** The position as Python writes it. */
export function textOf({ score, numbers }, at) {
  const row = cardsOf(at.left | at.right).reverse();
  const letter = (bit) => {
    const name = (at.left >> bit) & 1 ? "a" : "b";
    return (score >> bit) & 1 ? name.toUpperCase() : name;
  };
  const dealt = row.map((bit) => numbers[bit]);
  const plain = dealt.every((number, i) => number === row.length - i);
  const led = at.led === null ? "" : ` led=${numbers[at.led]}`;
  return `${row.map(letter).join("") || "-"} lead=${LETTERS[at.lead]}${led}${plain ? "" : ` dealt=${dealt.join(",")}`}`;
}
