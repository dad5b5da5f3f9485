// The AB game without a server: the first guesses from tables, the rest by search in a worker, with a limit.

import { background } from "/static/play/js/background.js";
import { Refused } from "/static/play/js/refused.js";
import { dice } from "/static/play/js/sitting.js";
import { boundAnswer, exactAnswer } from "./answers.js";
import { Codes } from "./codes.js";
import { answerWords, draw, textOf } from "./drawing.js";

const [GUESSER, KEEPER] = [1, 2];
const SIZES = ["3x10", "4x10"];
const SECONDS = 2;
const LISTED = 400;

/** A position is {history: [[guess, answer, codes left], ...], codes, before, found}, and `asked` before the answer. */
class AbGame {
  constructor(codes, tables, { rounds, seed }) {
    this.codes = codes;
    this.tables = tables;
    this.players = { [GUESSER]: "guesser", [KEEPER]: "keeper" };
    this.form = `a guess, as ${codes.texts[0]}`;
    const all = codes.all.map((_, number) => number);
    this.first = rounds.reduce(
      (at, [guess, answer]) => {
        const asked = this.after(at, { [GUESSER]: guess });
        return this.after(asked.position, { [KEEPER]: answer }).position;
      },
      { history: [], codes: all, before: all, found: false },
    );
    this.secret = this.first.codes[Math.floor(dice(seed)() * this.first.codes.length)];
  }

  look(at) {
    if (at.found) return { kind: "end", seats: [], moves: {}, odds: [] };
    if (at.asked === undefined) {
      const moves = this.codes.texts.length > LISTED ? null : this.codes.texts;
      return { kind: "move", seats: [GUESSER], moves: { [GUESSER]: moves }, odds: [] };
    }
    const parts = this.codes.parts(at.codes, at.asked);
    const odds = [...parts].map(([answer, part]) => [this.codes.answerText(answer), part.length / at.codes.length]);
    return { kind: "chance", seats: [KEEPER], moves: { [KEEPER]: odds.map(([name]) => name) }, odds };
  }

  after(at, moves) {
    const { codes } = this;
    if (at.asked === undefined) {
      const asked = codes.byText.get(moves[GUESSER]);
      if (asked === undefined) throw new Refused(`${moves[GUESSER]}: a guess has ${codes.places} different digits.`);
      return { position: { ...at, asked }, reward: 1, words: "" };
    }
    const answer = moves[KEEPER];
    const left = at.codes.filter((code) => codes.answerText(codes.answer(code, at.asked)) === answer);
    if (!left.length) throw new Refused(`${answer}: this answer is not possible here.`);
    const guess = codes.texts[at.asked];
    const found = codes.answerText(codes.found) === answer;
    const history = [...at.history, [guess, answer, found ? 0 : left.length]];
    const words = answerWords(answer, guess, left.length, at.codes.length);
    return { position: { history, codes: left, before: at.codes, found }, reward: 0, words };
  }

  drawing(at) {
    return draw(this.codes, at);
  }

  text(at) {
    return textOf(this.codes, at);
  }

  /** A best guess, and those that are asked for; where that takes too long, bounds. */
  async rate(at, _seat, asked = []) {
    const { places, symbols } = this.codes;
    const history = at.history.map(([guess, answer]) => [guess, answer]);
    const question = { places, symbols, tables: this.tables, history, asked };
    try {
      const { many, total, guesses } = await background(exactAnswer, [question], { seconds: SECONDS });
      const moves = guesses.map(([guess, cost]) => this.rated(guess, cost / many, (cost - total) / many));
      moves[0].probability = 1;
      return { value: total / many, exact: true, estimate: false, moves };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return this.bounded(boundAnswer(question));
    }
  }

  rated(guess, value, cost, more = {}) {
    const optimal = cost === 0;
    return { move: this.codes.texts[guess], value, cost, optimal, probability: 0, ...more };
  }

  /**
   * Of the first guess only that it is good; of the others that they cost at least so much, where that is known.
   * @param {any} answer
   */
  bounded({ many, total, known, guesses: [[best], ...others] }) {
    const value = total / many;
    const good = { move: this.codes.texts[best], value, cost: known ? 0 : null, optimal: known, probability: 1 };
    const least = others.map(([guess, bound]) => {
      const cost = known && bound > total ? (bound - total) / many : null;
      return { ...this.rated(guess, bound / many, cost, { bound: true }), optimal: cost === null ? null : false };
    });
    return { value, exact: false, estimate: true, bound: true, moves: [good, ...least] };
  }

  /** The answer to the guess: the secret is chosen by the seed. */
  came(at) {
    return this.codes.answerText(this.codes.answer(this.secret, at.asked));
  }
}

/**
 * The sizes that the page offers; others are the server's.
 * @param {any} load
 * @param {any} setup
 */
export async function open(load, { options = {}, start = null, seed = 0 }) {
  const { places = 3, symbols = 10, ...others } = options;
  const [size, ...history] = (start ?? `${places}x${symbols}`).split(" ");
  const rounds = history.map((round) => round.split(":"));
  if (!SIZES.includes(size) || Object.values(others).some(Boolean)) {
    throw new Refused("Without a server the code has 3 or 4 different digits.");
  }
  const codes = new Codes(Number(size[0]), Number(size.slice(2)));
  return new AbGame(codes, (await load(size)).head, { rounds, seed });
}
