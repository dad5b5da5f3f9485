// R-Rivals solved in the browser: values of positions when they are asked for, each computed once.

import { isUsed, mean, solveMatrix } from "./matrix.js";
import { CARDS, flipped, mover } from "./positions.js";

const CLOSE = 1e-9;

/** The whole position as one number that the map of values can have as its key. */
function keyOf(at) {
  const points = at.mine | (at.yours << 8) | (at.myPoints << 16) | (at.yourPoints << 20) | (at.myStake << 24);
  return points + at.yourStake * 2 ** 28 + (at.general + 1) * 2 ** 32 + (at.spy + 1) * 2 ** 34;
}

/** Of a position and its mirror image the one whose value is kept, as Python keeps it: {at, key, sign}. */
function kept(at) {
  const key = keyOf(at);
  const twin = flipped(at);
  const other = keyOf(twin);
  return at.spy > 0 || (at.spy === 0 && other < key) ? { at: twin, key: other, sign: -1 } : { at, key, sign: 1 };
}

export class Values {
  /**
   * @param {import("./positions.js").Positions} rules
   * @param {number} layers after so many tricks no values were written
   * @param {Float64Array} written the values of the positions before, layer by layer, in the order of keys
   */
  constructor(rules, layers, written) {
    this.rules = rules;
    this.known = new Map();
    this.place(layers, written);
  }

  /** Give the values that Python wrote to their positions, which are found as Python finds them. */
  place(layers, written) {
    let layer = [this.rules.first];
    let count = 0;
    for (let tricks = 1; tricks <= layers; tricks++) {
      const found = new Map();
      for (const at of layer) {
        for (const next of this.following(at).flat()) {
          if (next.result !== undefined) continue;
          const one = kept(next);
          found.set(one.key, one.at);
        }
      }
      const keys = [...found.keys()].sort((one, other) => one - other);
      for (const key of keys) this.known.set(key, written[count++]);
      layer = keys.map((key) => found.get(key));
    }
    if (count !== written.length) throw new Error(`${count} positions, ${written.length} values`);
  }

  /** What follows each of my cards (rows) and each of yours. */
  following(at) {
    return CARDS[at.mine].map((mine) => CARDS[at.yours].map((yours) => this.rules.after(at, mine, yours)));
  }

  matrix(at) {
    return this.following(at).map((line) => line.map((next) => next.result ?? this.value(next)));
  }

  /** What a position before a trick is worth. */
  value(position) {
    const { at, key, sign } = kept(position);
    let value = this.known.get(key);
    if (value === undefined) {
      const rows = this.matrix(at);
      value = at.spy ? Math.max(...rows.map((line) => Math.min(...line))) : solveMatrix(rows).value;
      this.known.set(key, value);
    }
    return sign * value;
  }

  /** The cards of who chooses (0: me, 1: you), each {card, value, optimal, probability}, and the value. */
  rate(at, player) {
    const rows = this.matrix(at);
    const lines = player ? rows[0].map((_, j) => rows.map((line) => line[j])) : rows;
    const rated = mover(at) === null ? atOnce(rows, lines, player) : inTurn(at, lines, player);
    const hand = CARDS[player ? at.yours : at.mine];
    return { value: rated.value, moves: rated.moves.map((move, i) => ({ card: hand[i], ...move })) };
  }
}

const bestOf = (values, player) => (player ? Math.min(...values) : Math.max(...values));

/** Cards where neither sees the other's: each against the other's best strategy. */
function atOnce(rows, lines, player) {
  const { row, column, value } = solveMatrix(rows);
  const [own, other] = player ? [column, row] : [row, column];
  const values = lines.map((line) => mean(other, line));
  const best = bestOf(values, player);
  const optimal = (i) => Math.abs(best - values[i]) <= CLOSE && (own[i] > CLOSE || isUsed(rows, player, i, value));
  return { value, moves: values.map((each, i) => ({ value: each, optimal: optimal(i), probability: own[i] })) };
}

/** Cards of who shows one, worth what the best reply leaves; or of who has seen one. */
function inTurn(at, lines, player) {
  const shown = at.seen === undefined ? -1 : CARDS[player ? at.mine : at.yours].indexOf(at.seen);
  const values = lines.map((line) => (shown < 0 ? bestOf(line, 1 - player) : line[shown]));
  const value = bestOf(values, player);
  const optimal = values.map((each) => Math.abs(value - each) <= CLOSE);
  const share = 1 / optimal.filter(Boolean).length;
  const moves = values.map((each, i) => ({ value: each, optimal: optimal[i], probability: optimal[i] ? share : 0 }));
  return { value, moves };
}
