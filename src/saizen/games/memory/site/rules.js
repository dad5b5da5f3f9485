// Memory without a server: a table with cards in places, followed on the graph of its board, which knows the values.

import { Graph } from "/static/play/js/graph.js";
import { rated } from "/static/play/js/rating.js";
import { Refused } from "/static/play/js/refused.js";
import { shuffled } from "/static/play/js/sitting.js";
import { draw, firstWords, secondWords } from "./drawing.js";
import * as table from "./table.js";

const DEALER = 2;
const END = 0;

/** A position is a table with the node of the board's graph; `waiting` is the place of a card that is being turned. */
class Memory {
  constructor(shown, graph, seed) {
    this.shown = shown;
    this.graph = graph;
    this.players = shown.players;
    this.form = shown.form;
    this.letters = new Map(shown.parts.letters.map(({ letter, cards }) => [letter, cards]));
    this.first = { ...table.firstTable(this.letters), node: 0 };
    const names = [...this.letters].flatMap(([letter, cards]) => new Array(cards).fill(letter));
    this.layout = shuffled(names, seed);
  }

  look(at) {
    if (table.isOver(at)) return { kind: "end", seats: [], moves: {}, odds: [] };
    if (at.waiting === undefined) {
      const moves = table.places(at, this.letters).map(String);
      return { kind: "move", seats: [at.mover], moves: { [at.mover]: moves }, odds: [] };
    }
    const counts = [...table.unseen(at, this.letters)];
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const odds = counts.map(([letter, count]) => [letter, count / total]);
    return { kind: "chance", seats: [DEALER], moves: { [DEALER]: counts.map(([letter]) => letter) }, odds };
  }

  after(at, moves) {
    const { seats, moves: legal } = this.look(at);
    const move = moves[seats[0]];
    if (!legal[seats[0]]?.includes(move)) throw new Refused(`${move}: this is not possible here.`);
    if (at.waiting !== undefined) return this.uncovered(at, move);
    const place = Number(move);
    const letter = table.cardAt(at, place);
    if (at.turned === null && table.isSeen(at, place)) {
      return { position: table.opened(at, place), reward: 0, words: firstWords(at, place, letter, false) };
    }
    const [name] = table.boardMoves(at, this.letters, place);
    const node = this.step(at.node, name);
    if (!table.isSeen(at, place)) return { position: { ...at, node, waiting: place }, reward: 0, words: "" };
    return this.second(at, place, letter, node);
  }

  /** Follow an edge of the board's graph by its name. */
  step(node, name) {
    return this.graph.next(node, this.graph.names(node).indexOf(name));
  }

  /** A card that nobody knew shows its letter; the board calls it by its kind. */
  uncovered({ waiting: place, ...at }, letter) {
    const pair = at.turned !== null && table.cardAt(at, at.turned) === letter;
    const node = this.step(at.node, pair ? "pair" : table.kindOf(at, this.letters, letter));
    if (at.turned !== null) return this.second(at, place, letter, node);
    const words = firstWords(at, place, letter, true);
    return { position: { ...table.turned(at, place, letter), node }, reward: 0, words };
  }

  /** The second card of a turn, and what came of it. */
  second(at, place, letter, node) {
    const pair = letter === table.cardAt(at, at.turned);
    const over = !pair && this.graph.kind(node) === END;
    const reward = pair ? (at.mover ? -1 : 1) : 0;
    const words = secondWords(this.shown, at, place, letter, over);
    if (!over) return { position: { ...table.turned(at, place, letter), node }, reward, words };
    return { position: { ...table.passed(at), node, before: this.text(at) }, reward, words };
  }

  drawing(at) {
    return draw(this.shown, at, this.letters);
  }

  text(at) {
    return at.before ?? table.textOf(at, this.shown.parts.deck);
  }

  /** Places are worth what the best of the board's moves is worth that they begin or make. */
  rate(at, seat) {
    const worth = new Map(this.graph.moves(at.node).map(({ move, value }) => [move, value]));
    const best = seat ? Math.min : Math.max;
    const moves = table.places(at, this.letters).map((place) => {
      const values = table.boardMoves(at, this.letters, place).map((move) => worth.get(move));
      return { move: String(place), value: best(...values) };
    });
    return rated(best(...moves.map((move) => move.value)), moves, seat);
  }

  /** What lies at the place that is turned. Letters get their names when they are first seen: the next that is free. */
  came({ waiting, cards, ...at }) {
    const names = new Map();
    cards.forEach((card, i) => card !== "?" && names.set(this.layout[i], card.toUpperCase()));
    const own = this.layout[waiting - 1];
    if (names.has(own)) return names.get(own);
    const free = [...table.unseen({ ...at, cards }, this.letters).keys()];
    const used = new Set(names.values());
    return free.find((name) => !used.has(name) && this.letters.get(name) === this.letters.get(own));
  }
}

/**
 * The usual deck; others are the server's.
 * @param {any} load
 * @param {any} setup
 */
export async function open(load, { options = {}, start = null, seed = 0 }) {
  const { head } = await load("table");
  const { deck, take, objective = "difference", ...others } = options;
  const usual = [undefined, head.parts.deck].includes(deck) && [undefined, head.parts.take].includes(take);
  if (start || !usual || objective !== "difference" || Object.keys(others).length) {
    throw new Refused(`Without a server Memory is played with the deck ${head.parts.deck} and the usual rules.`);
  }
  return new Memory(head, new Graph(await load("board")), seed);
}
