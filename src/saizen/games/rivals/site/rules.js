// R-Rivals without a server: rules from a table, values from the first tricks' file and from the browser's own work.

import { floats } from "/static/play/js/packed.js";
import { Refused } from "/static/play/js/refused.js";
import { draw } from "./drawing.js";
import { CARDS, Positions, mover, positionOf, textOf } from "./positions.js";
import { Values } from "./values.js";
import { shownWords, trickWords } from "./words.js";

const ORDER = 1e-9;

class Rivals {
  constructor({ head, columns }, start) {
    this.data = head;
    this.rules = new Positions(head);
    this.values = new Values(this.rules, head.layers, floats(columns.values));
    this.first = start ? this.checked(start) : this.rules.first;
    this.players = head.players;
    this.form = head.form;
  }

  checked(text) {
    const at = positionOf(text);
    if (at && textOf(at) === text) return at;
    throw new Refused(`${text}: this is not a position of R-Rivals.`);
  }

  look(at) {
    if (at.result !== undefined) return { kind: "end", seats: [], moves: {}, odds: [] };
    const chooser = mover(at);
    const seats = chooser === null ? [0, 1] : [chooser];
    const hand = (seat) => CARDS[seat ? at.yours : at.mine].map(String);
    return { kind: "move", seats, moves: Object.fromEntries(seats.map((seat) => [seat, hand(seat)])), odds: [] };
  }

  after(at, moves) {
    const { seats, moves: legal } = this.look(at);
    for (const seat of seats) {
      if (!legal[seat].includes(moves[seat])) throw new Refused(`${moves[seat]}: this card cannot be played here.`);
    }
    const [card] = seats.map((seat) => Number(moves[seat]));
    if (at.spy && at.seen === undefined) {
      return { position: { ...at, seen: card }, reward: 0, words: shownWords(this.data, seats[0], card) };
    }
    const mine = Number(moves[0] ?? at.seen);
    const yours = Number(moves[1] ?? at.seen);
    const next = this.rules.after(at, mine, yours);
    const words = trickWords(this.data, at, mine, yours, next);
    if (next.result === undefined) return { position: next, reward: 0, words };
    return { position: { ...next, before: this.text(at) }, reward: next.result, words };
  }

  drawing(at, seat) {
    return draw(this.data, at, seat);
  }

  /** At the end that of the position before, as everywhere: the end is only drawn. */
  text(at) {
    return at.before ?? textOf(at);
  }

  /** What each card is worth; the best first, and of equal ones those that are played. */
  rate(at, seat) {
    const { value, moves } = this.values.rate(at, seat);
    const sign = seat ? 1 : -1;
    const rated = moves.map(({ card, ...move }) => {
      const lost = Math.max(0, sign * (move.value - value));
      return { move: String(card), ...move, cost: move.optimal ? 0 : lost };
    });
    const apart = (one, other) => {
      const worth = sign * (one.value - other.value);
      if (Math.abs(worth) > ORDER) return worth;
      return Number(other.optimal) - Number(one.optimal) || other.probability - one.probability;
    };
    return { value, exact: true, estimate: false, moves: rated.sort(apart) };
  }
}

/**
 * The paper's rules; others are the server's.
 * @param {any} load
 * @param {any} setup
 */
export async function open(load, { options = {}, start = null }) {
  if ((options.rules ?? "paper") !== "paper" || options.set?.length) {
    throw new Refused("Other rules than the usual ones can only be played on a computer with saizen.");
  }
  return new Rivals(await load("tables"), start);
}
