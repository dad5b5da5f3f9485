// Memory without a server: a table with cards in places, followed on the graph of its board, which knows the values.

import { Graph } from "/static/play/js/graph.js";
import { rated } from "/static/play/js/rating.js";
import { Refused } from "/static/play/js/refused.js";
import { shuffled } from "/static/play/js/sitting.js";
import { draw, firstWords, secondWords } from "./drawing.js";
import * as table from "./table.js";

const DECKS = ["4x2+2x4", "2x4", "2x3"];
const DEALER = 2;
const END = 0;

/** A position is a table with the node of the board's graph; `waiting` is the place of a card that is being turned. */
class Memory {
  constructor(shown, graph, { start, seed }) {
    this.shown = shown;
    this.graph = graph;
    this.sign = 1;
    this.players = shown.players;
    this.form = shown.form;
    this.letters = new Map(shown.parts.letters.map(({ letter, cards }) => [letter, cards]));
    const empty = { ...table.firstTable(this.letters), node: 0 };
    this.first = start ? this.found(empty, start) : empty;
    const { cards } = this.first;
    const hidden = (letter, size) => size - cards.filter((card) => card.toUpperCase() === letter).length;
    const names = [...this.letters].flatMap(([letter, size]) => new Array(hidden(letter, size)).fill(letter));
    const rest = shuffled(names, seed);
    this.layout = cards.map((card) => (card === "?" ? rest.pop() : card.toUpperCase()));
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

  /**
   * A table as a text, with its node: of a game that leads to such a board, played from the start. Where only the other
   * player can be on turn at it, values are the other way round.
   */
  found(empty, text) {
    const target = table.readTable(empty, text);
    if (!target) throw new Refused(`${text}: this is not a table of this deck.`);
    const goals = [0, 1].map((mover) => table.boardKey({ ...target, mover }, this.letters));
    const count = table.left(target).length;
    const seen = new Map([[table.boardKey(empty, this.letters), empty]]);
    for (const at of seen.values()) {
      for (const next of this.following(at)) {
        const key = table.boardKey(next, this.letters);
        if (!seen.has(key) && table.left(next).length >= count) seen.set(key, next);
      }
      if (goals.every((goal) => seen.has(goal))) break;
    }
    const found = seen.get(goals[target.mover]) ?? seen.get(goals[1 - target.mover]);
    if (!found) throw new Refused(`${text}: no game leads to this table.`);
    this.sign = found.mover === target.mover ? 1 : -1;
    return { ...target, node: found.node };
  }

  /** The tables that can follow, whichever card is turned up. */
  following(at) {
    if (this.look(at).kind === "end") return [];
    const tables = table
      .places(at, this.letters)
      .map((place) => this.after(at, { [at.mover]: String(place) }).position);
    return tables.flatMap((next) => {
      if (next.waiting === undefined) return next.turned === null || next.fresh ? [next] : this.following(next);
      const { moves } = this.look(next);
      return moves[DEALER].map((letter) => this.after(next, { [DEALER]: letter }).position);
    });
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
    const worth = new Map(this.graph.moves(at.node).map(({ move, value }) => [move, this.sign * value]));
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
 * The usual deck, and those of the first games; others are the server's.
 * @param {any} load
 * @param {any} setup
 */
export async function open(load, { options = {}, start = null, seed = 0 }) {
  const { take = "forced", objective = "difference", ...others } = options;
  const deck = start?.split(" | ")[0] ?? others.deck ?? DECKS[0];
  const changed = Object.entries(others).some(([name, value]) => name !== "deck" && (value ?? null) !== null);
  if (!DECKS.includes(deck) || take !== "forced" || (objective ?? "difference") !== "difference" || changed) {
    throw new Refused(`Without a server Memory is played with the deck ${DECKS[0]} and the usual rules.`);
  }
  const name = deck.replace("+", "-");
  const [{ head }, board] = await Promise.all([load(`${name}-table`), load(`${name}-board`)]);
  return new Memory(head, new Graph(board), { start, seed });
}
