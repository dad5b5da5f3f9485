// A packed graph of positions: what can be done at each, where it leads, what it is worth, how it looks.
// saizen.site.graph writes it; nodes are numbered in the order in which they are reached, the start is 0.

import { floats, ints, number } from "./packed.js";
import { rated } from "./rating.js";

const [END, CHANCE, MAX, MIN, BOTH] = [0, 1, 2, 3, 4];

export class Graph {
  /** @param {{head: any, columns: Record<string, Uint8Array>}} file */
  constructor({ head, columns }) {
    this.head = head;
    this.columns = columns;
    const size = head.nodes;
    this.forms = ints(columns.form, size);
    this.values = columns.float ? floats(columns.float) : head.values.map(number);
    this.worth = ints(columns.value, size);
    this.rewards = head.rewards.map(number);
    this.paid = columns.reward ? ints(columns.reward) : null;
    this.words = columns.words ? ints(columns.words) : null;
    this.first = new Int32Array(size + 1);
    const widths = head.forms.map((form) => this.width(form));
    for (let i = 0; i < size; i++) this.first[i + 1] = this.first[i] + widths[this.forms[i]];
    this.parent = new Int32Array(size);
    this.follow();
    this.mixes = new Map();
    const mixes = columns.mix ? ints(columns.mix) : [];
    for (let i = 0, at = 0; i < size; i++) if (this.kind(i) === BOTH) this.mixes.set(i, [mixes[at++], mixes[at++]]);
    this.drawn = {};
  }

  width([kind, first, second]) {
    if (kind === END) return 0;
    if (kind === CHANCE) return this.head.lotteries[first][0].length;
    return kind === BOTH ? first.length * second.length : first.length;
  }

  /** Where each edge leads: 0 is a new node, else a step from where the same move led last. */
  follow() {
    const { head, first, parent } = this;
    const next = ints(this.columns.next, first[head.nodes]);
    const last = new Map();
    for (let i = 0, edge = 0, fresh = 1; i < head.nodes; i++) {
      const form = head.forms[this.forms[i]];
      const own = form[0] === MAX || form[0] === MIN ? form[1] : null;
      for (; edge < first[i + 1]; edge++) {
        const place = own ? own[edge - first[i]] : first[i] - edge - 1;
        const code = next[edge] - 1;
        if (code < 0) {
          parent[fresh] = i;
          next[edge] = fresh++;
        } else {
          next[edge] = (last.get(place) ?? 0) + (code & 1 ? -(code + 1) / 2 : code / 2);
        }
        last.set(place, next[edge]);
      }
    }
    this.targets = next;
  }

  /** What happens at a node: 0 the end, 1 chance, 2 MAX moves, 3 MIN moves, 4 both move. */
  kind(i) {
    return this.head.forms[this.forms[i]][0];
  }

  /** The names of what a player can do at a node, or of what can come. */
  names(i, player = 0) {
    const form = this.head.forms[this.forms[i]];
    if (form[0] === END) return [];
    if (form[0] === CHANCE) return this.head.lotteries[form[1]][1];
    return form[form[0] === BOTH && player ? 2 : 1].map((move) => this.head.moves[move]);
  }

  /** How likely each outcome of a chance node is. */
  chances(i) {
    return this.head.lotteries[this.head.forms[this.forms[i]][1]][0].map(number);
  }

  edge(i, row, column = 0) {
    const form = this.head.forms[this.forms[i]];
    return this.first[i] + (form[0] === BOTH ? row * form[2].length + column : row);
  }

  next(i, row, column = 0) {
    return this.targets[this.edge(i, row, column)];
  }

  /** What the first player gains by an edge, before what follows. */
  reward(i, row, column = 0) {
    return this.paid ? this.rewards[this.paid[this.edge(i, row, column)]] : 0;
  }

  /** The words for what an edge brings about. */
  said(i, row, column = 0) {
    return this.words ? this.head.words[this.words[this.edge(i, row, column)]] : "";
  }

  /** What a node is worth to the first player. */
  value(i) {
    return this.values[this.worth[i]];
  }

  after(i, row, column = 0) {
    return this.reward(i, row, column) + this.value(this.next(i, row, column));
  }

  /** What every move of a player is worth against best play, the best first. */
  rate(i, player = 0) {
    const exact = { exact: this.head.exact };
    const names = this.names(i, player);
    if (this.kind(i) !== BOTH) {
      const moves = names.map((move, at) => ({ move, value: this.after(i, at) }));
      return rated(this.value(i), moves, this.kind(i) - MAX, exact);
    }
    const [own, other] = [player, 1 - player].map((one) => this.head.mixes[this.mixes.get(i)[one]]);
    const against = other[0].map(number);
    const moves = names.map((move, at) => {
      const worth = (p, o) => p && p * (player ? this.after(i, o, at) : this.after(i, at, o));
      const value = against.reduce((sum, p, o) => sum + worth(p, o), 0);
      return { move, value, optimal: Boolean(own[1][at]), probability: number(own[0][at]) };
    });
    return rated(this.value(i), moves, player, exact);
  }

  moves(i, player = 0) {
    return this.rate(i, player).moves;
  }

  /** The drawing of a node as a seat sees it; null where the drawing before it stays. */
  drawing(i, seat = 0) {
    const own = this.columns[`draw${seat}`] ? seat : 0;
    this.drawn[own] ??= this.unpackDrawings(own);
    const { shapes, from, cells } = this.drawn[own];
    if (!shapes[i]) return null;
    const [lengths, notes, parts] = this.head.shapes[shapes[i] - 1];
    let at = from[i];
    const cell = () => {
      const [text, kind, move, title] = this.head.cells[cells[at++]];
      return { text, kind, move, title };
    };
    const rows = lengths.map((length) => Array.from({ length }, cell));
    return { rows, notes, parts: "paths" in parts ? { ...parts, paths: this.paths(i, parts.paths) } : parts };
  }

  /** Moves that go from one square to another. */
  paths(i, listed) {
    if (listed !== null || this.kind(i) < MAX) return listed ?? [];
    const form = this.head.forms[this.forms[i]];
    return form[1].flatMap((move) => {
      const way = this.head.paths[move];
      return way ? [{ move: this.head.moves[move], from: way[0], to: way[1] }] : [];
    });
  }

  /** Cells are kept as changes from the drawing of the node from which one was reached first. */
  unpackDrawings(seat) {
    const { nodes, shapes } = this.head;
    const shape = ints(this.columns[`shape${seat}`], nodes);
    const sizes = [0, ...shapes.map(([lengths]) => lengths.reduce((sum, length) => sum + length, 0))];
    const from = new Int32Array(nodes + 1);
    for (let i = 0; i < nodes; i++) from[i + 1] = from[i] + sizes[shape[i]];
    const cells = ints(this.columns[`draw${seat}`], from[nodes]);
    for (let i = 0; i < nodes; i++) {
      for (let at = from[i]; at < from[i + 1]; at++) {
        cells[at] = cells[at] ? cells[at] - 1 : cells[from[this.parent[i]] + at - from[i]];
      }
    }
    return { shapes: shape, from, cells };
  }
}
