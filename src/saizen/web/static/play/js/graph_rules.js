// The rules of a game that travels as a packed graph. A position is {node, shown}: shown is the last node that has a
// drawing.

import { Graph } from "./graph.js";
import { Refused } from "./refused.js";

const DEALER = 2;

export async function open(load, { options = {}, start = null } = {}) {
  const [option] = Object.keys(options);
  if (option) throw new Refused(`Here the game has its usual rules: ${option} cannot be changed.`);
  return new GraphRules(new Graph(await load("graph")), start ?? "0");
}

export class GraphRules {
  /** @param {Graph} graph @param {string} start a position as text() writes it: the number of its node */
  constructor(graph, start) {
    const node = /^\d+$/.test(start) ? Number(start) : Infinity;
    if (node >= graph.head.nodes || !graph.drawing(node)) {
      throw new Refused(`${start.slice(0, 40)} is no position of this file; texts of positions need the server.`);
    }
    this.graph = graph;
    this.players = graph.head.players;
    this.form = graph.head.form;
    this.first = { node, shown: node };
  }

  look({ node }) {
    const { graph } = this;
    const kind = graph.kind(node);
    if (kind === 0) return { kind: "end", seats: [], moves: {}, odds: [] };
    if (kind === 1) {
      const chances = graph.chances(node);
      const odds = graph.names(node).map((name, at) => [name, chances[at]]);
      return { kind: "chance", seats: [DEALER], moves: { [DEALER]: graph.names(node) }, odds };
    }
    const seats = kind === 4 ? [0, 1] : [kind - 2];
    const moves = Object.fromEntries(seats.map((seat) => [seat, graph.names(node, seat)]));
    return { kind: "move", seats, moves, odds: [] };
  }

  after({ node, shown }, moves) {
    const { graph } = this;
    const { seats } = this.look({ node });
    const places = seats.map((seat) => {
      const place = graph.names(node, seat).indexOf(moves[seat]);
      if (place < 0) throw new Refused(`${String(moves[seat]).slice(0, 40)} is not a move here.`);
      return place;
    });
    const [row, column = 0] = places;
    const next = graph.next(node, row, column);
    const value = graph.kind(next) === 0 ? graph.value(next) : 0;
    return {
      position: { node: next, shown: graph.drawing(next) ? next : shown },
      reward: graph.reward(node, row, column) + value,
      words: graph.said(node, row, column),
    };
  }

  text({ shown }) {
    return String(shown);
  }

  drawing({ shown }, seat) {
    return this.graph.drawing(shown, seat);
  }

  rate({ node }, seat) {
    return this.graph.rate(node, seat);
  }
}
