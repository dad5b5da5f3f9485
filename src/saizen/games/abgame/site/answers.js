// What guesses cost after a history: a question with its answer as data, so that it can be worked out in a worker.

import { Codes } from "./codes.js";
import { Opening } from "./opening.js";
import { Search } from "./search.js";

const engines = new Map();

/** The codes, the tables and the search of a size; a worker makes its own. */
function engineFor(places, symbols, tables) {
  const size = `${places}x${symbols}`;
  if (!engines.has(size)) {
    const codes = new Codes(places, symbols);
    engines.set(size, { codes, opening: new Opening(codes, tables), search: new Search(codes) });
  }
  return engines.get(size);
}

/**
 * The exact answer: {many, total, guesses: [[number, total], ...]}, a best guess first, then those asked for.
 * @param {any} question {places, symbols, tables, history, asked}
 */
export function exactAnswer({ places, symbols, tables, history, asked }) {
  const { codes, opening, search } = engineFor(places, symbols, tables);
  const list = codes.after(history);
  const total = opening.total(history) ?? search.total(list);
  const best = list.length > 2 ? (opening.guess(history) ?? search.best(list, total)) : list[0];
  const cost = (guess) => {
    if (!history.length) return total; // all first guesses are alike
    return (history.length === 1 && opening.second(history, guess, list.length)) || search.cost(list, guess);
  };
  const others = asked.map((text) => codes.byText.get(text)).filter((guess) => guess !== best);
  return { many: list.length, total, guesses: [[best, total], ...others.map((guess) => [guess, cost(guess)])] };
}

/** What can be said at once: bounds, and whether the total is one that is known. */
export function boundAnswer({ places, symbols, tables, history, asked }) {
  const { codes, opening, search } = engineFor(places, symbols, tables);
  const list = codes.after(history);
  const [[bound, quick]] = search.splits(list);
  const total = opening.total(history);
  const best = opening.guess(history) ?? quick;
  const others = asked.map((text) => codes.byText.get(text)).filter((guess) => guess !== best);
  const guesses = others.map((guess) => [guess, search.bound(list, guess)]);
  return { many: list.length, total: total ?? bound, known: total !== undefined, guesses: [[best, null], ...guesses] };
}
