// The machine's plans along its own play of a deal. Within a turn every way is known that leads to one of its plans'
// positions; off its way nothing is.

import { NAMES, actions, after, deckOf, countOf, isComplete, keyOf, reachable } from "./solitaire.js";

const MOST_CARDS = 52;

/**
 * An action in short: A puts the drawn card, 1 lays it, 1A moves a top card.
 * @returns {any}
 */
function actionOf(word) {
  const foundation = NAMES.indexOf(word.at(-1));
  if (word.length === 2) return { kind: "move", stack: Number(word[0]) - 1, foundation };
  return foundation < 0 ? { kind: "lay", stack: Number(word) - 1 } : { kind: "put", foundation };
}

const follow = (at, words) => words.split(" ").reduce((place, word) => after(place, actionOf(word)), at);

export class Advice {
  /** @param {{deck: number[], turns: [string, number][][]}} deal */
  constructor({ deck, turns }, first) {
    this.deck = deck;
    let at = first;
    /** Each turn: where it begins, and its plans by where they end, the best first. */
    this.turns = turns.map((plans, turn) => {
      const drawn = { ...at, drawn: deck[turn] };
      const ends = plans.map(([words, worth]) => ({ end: follow(drawn, words), worth }));
      const begin = keyOf(at);
      at = ends[0].end;
      return { begin, plans: new Map(ends.map(({ end, worth }, rank) => [keyOf(end), { worth, rank }])) };
    });
  }

  /** The turn that begins at a position with a card drawn; undefined off the machine's way. */
  turnAt(before, drawn) {
    const turn = MOST_CARDS - countOf(deckOf(before));
    const own = this.turns[turn];
    return own && own.begin === keyOf(before) && this.deck[turn] === drawn ? turn : undefined;
  }

  /** What actions are worth in a turn: {rank of its best plan, worth} each, null where none is known; null: to draw. */
  worths(at, turn, choices) {
    const { plans } = this.turns[turn];
    const puts = actions(at).filter(({ kind }) => kind === "put");
    const put = new Set(puts.flatMap((action) => [...reachable(after(at, action)).keys()]));
    return choices.map((action) => {
      const ends = action ? [...reachable(after(at, action)).keys()] : [keyOf(at)];
      const own = action?.kind === "lay" ? ends.filter((end) => !put.has(end)) : ends;
      const found = own.map((end) => plans.get(end)).filter(Boolean);
      return found.length ? found.reduce((best, plan) => (plan.rank < best.rank ? plan : best)) : null;
    });
  }
}

/** When the deck is empty: whether all cards can still go to the foundations. */
export function canFinish(at) {
  return [...reachable(at).values()].some(isComplete);
}
