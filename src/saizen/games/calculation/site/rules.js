// Calculation without a server: shipped deals, each with the machine's thoughts along its own play.

import { Refused } from "/static/play/js/refused.js";
import { shuffled } from "/static/play/js/sitting.js";
import { Advice, canFinish } from "./advice.js";
import { actionWords, draw, drawnWords } from "./drawing.js";
import {
  RANKS,
  actionText,
  actions,
  after,
  countOf,
  deckOf,
  firstPosition,
  isComplete,
  readPosition,
  textOf,
} from "./solitaire.js";

const [PLAYER, DECK] = [0, 2];
const STACKS = 4;
const ALL = 52;

const rankOf = (plan) => plan?.rank ?? 1000;

/** Positions have besides what the rules need the `turn` of the advice, and `draws` where a card is about to come. */
class Calculation {
  constructor(head, { stacks, start, seed }) {
    this.players = head.players;
    this.form = head.form;
    this.advice = null;
    this.first = start ?? firstPosition(stacks);
    if (start) {
      const left = deckOf(start).flatMap((count, i) => new Array(count).fill(i + 1));
      const gone = new Array(ALL - left.length).fill(0);
      this.deck = [...gone, ...shuffled(left, seed)];
      return;
    }
    const deal = head.deals[seed % head.deals.length];
    this.deck = [...deal.deck].map((name) => RANKS.indexOf(name) + 1);
    if (stacks === STACKS) this.advice = new Advice({ deck: this.deck, turns: deal.turns }, this.first);
  }

  /** What can be done at a position; null is to draw the next card. */
  choices(at) {
    const possible = actions(at);
    return at.drawn === null && possible.length && countOf(deckOf(at)) ? [...possible, null] : possible;
  }

  isOver(at) {
    return at.drawn === null && !actions(at).length && !countOf(deckOf(at));
  }

  look(at) {
    if (this.isOver(at)) return { kind: "end", seats: [], moves: {}, odds: [] };
    const choices = this.choices(at);
    if (choices.length && !at.draws) {
      return { kind: "move", seats: [PLAYER], moves: { [PLAYER]: choices.map((one) => this.name(at, one)) }, odds: [] };
    }
    const deck = deckOf(at);
    const all = countOf(deck);
    const odds = deck.flatMap((left, i) => (left ? [[RANKS[i], left / all]] : []));
    return { kind: "chance", seats: [DECK], moves: { [DECK]: odds.map(([name]) => name) }, odds };
  }

  name(at, action) {
    return action ? actionText(at, action) : "DRAW";
  }

  after(at, moves) {
    const { seats, moves: legal } = this.look(at);
    const move = moves[seats[0]];
    if (!legal[seats[0]]?.includes(move)) throw new Refused(`${move}: this is not possible here.`);
    if (seats[0] === DECK) {
      const { foundations, stacks } = at;
      const drawn = RANKS.indexOf(move) + 1;
      const position = { foundations, stacks, drawn, turn: this.advice?.turnAt(at, drawn) };
      return { position, reward: 0, words: drawnWords(position) };
    }
    if (move === "DRAW") return { position: { ...at, draws: true }, reward: 0, words: "" };
    const action = actions(at).find((one) => actionText(at, one) === move);
    const position = { ...after(at, action), turn: at.turn };
    const over = this.isOver(position);
    const words = actionWords(at, action, position, over);
    return { position, reward: over && isComplete(position) ? 1 : 0, words };
  }

  drawing(at) {
    return draw(at, this.choices(at), this.isOver(at));
  }

  text(at) {
    return textOf(at);
  }

  /** What the machine thinks of each action: of its own way, and of everything when the deck is empty. */
  rate(at) {
    const choices = this.choices(at);
    const worths = this.worths(at, choices);
    const order = choices.map((_, i) => i).sort((one, other) => rankOf(worths[one]) - rankOf(worths[other]));
    const best = worths[order[0]]?.worth ?? 0;
    const moves = order.map((i, place) => {
      const move = { move: this.name(at, choices[i]), probability: place ? 0 : 1 };
      if (!worths[i]) return { ...move, value: null, cost: null, optimal: null };
      const { worth } = worths[i];
      const optimal = worth === best;
      return { ...move, value: worth, cost: optimal || best <= 0 ? 0 : 1 - worth / best, optimal };
    });
    return { value: best, exact: false, estimate: true, moves };
  }

  worths(at, choices) {
    if (at.drawn === null && !countOf(deckOf(at))) {
      return choices.map((action) => {
        const won = canFinish(after(at, action));
        return { worth: Number(won), rank: Number(!won) };
      });
    }
    if (at.turn === undefined)
      throw new Refused("Here the computer knows only its own way: undo your moves to be on it again.");
    return this.advice.worths(at, at.turn, choices);
  }

  /** The next card of the deal. */
  came(at) {
    return RANKS[this.deck[ALL - countOf(deckOf(at))] - 1];
  }
}

/**
 * The usual game and the one with three stacks, for which there is no advice.
 * @param {any} load
 * @param {any} setup
 */
export async function open(load, { options = {}, start = null, seed = 0 }) {
  const { stacks, ...others } = options;
  const position = start === null ? null : readPosition(start);
  const count = position?.stacks.length ?? stacks ?? STACKS;
  if (count < 1 || count > STACKS || Object.values(others).some((value) => (value ?? null) !== null)) {
    throw new Refused(`Without a server Calculation is played with 1 to ${STACKS} stacks.`);
  }
  if (start !== null && (!position || textOf(position) !== start)) {
    throw new Refused(`${start}: this is not a position of Calculation.`);
  }
  return new Calculation((await load("deals")).head, { stacks: count, start: position, seed });
}
