// A game in progress, on any source of answers: what happened, undo, levels, dice, what choices cost, the link.

import { gradeOf } from "./grades.js";

export const DEALER = 2;

/** Dice that roll the same everywhere: sfc32, seeded. */
export function dice(seed) {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, seed | 0, 1];
  const next = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** Draw a name by its weight; roll is from 0 to 1. */
export function draw(odds, roll) {
  let left = roll * odds.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of odds) {
    left -= weight;
    if (left < 0) return name;
  }
  return odds.findLast(([, weight]) => weight > 0)?.[0] ?? odds[0][0];
}

/** The same list in another order, which the seed decides. */
export function shuffled(list, seed) {
  const roll = dice(seed);
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(roll() * (i + 1));
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

export class Sitting {
  /**
   * @param {any} game what open() of a source returns
   * @param {{seat?: number, strength?: number, seed?: number}} setup
   */
  constructor(game, { seat = 0, strength = 1, seed = 0 } = {}) {
    this.game = game;
    this.seat = seat;
    this.strength = strength;
    this.seed = seed;
    this.players = {};
    this.unit = "points";
    /** @type {any[]} */
    this.nodes = [];
    /** @type {any[]} */
    this.turns = [];
    this.undone = 0;
  }

  /** Begin, and replay a log: [[seat, move], ...]; where cards are hidden, go through states that the server sealed. */
  async begin(log = [], states = []) {
    const first = await this.game.start();
    this.nodes = [first];
    this.players = first.players;
    this.unit = first.unit;
    if (states.length) {
      this.nodes = [];
      for (const state of states) this.nodes.push(await this.game.look(state));
      this.turns = this.nodes.slice(1).map((_, at) => ({ from: this.nodes[at], own: true }));
      this.tell();
    }
    let rest = log.map(([seat, move]) => ({ seat: Number(seat), move: String(move) }));
    while (rest.length) {
      const count = this.node.kind === "move" ? this.node.seats.length : 1;
      await this.enter(rest.slice(0, count));
      rest = rest.slice(count);
    }
    return this;
  }

  get node() {
    return this.nodes[this.nodes.length - 1];
  }

  get ended() {
    return this.node.kind === "end";
  }

  /** Whether the person is to choose at a node. */
  asks(node = this.node) {
    return node.kind === "move" && node.seats.includes(this.seat);
  }

  get log() {
    return this.turns.flatMap((turn) => turn.entries.map((entry) => [entry.seat, entry.move]));
  }

  /** Write into every turn what happened in it, as far as it is known now: in the end everything is opened. */
  tell() {
    const { happened } = this.node;
    this.turns.forEach((turn, at) => {
      const [from, to] = [this.nodes[at], this.nodes[at + 1]];
      turn.entries = happened.slice(from.happened.length, to.happened.length);
      turn.words = turn.entries
        .map((entry) => entry.words)
        .filter(Boolean)
        .join(" ");
      turn.reward = to.gained - from.gained;
    });
  }

  /** Enter what the seats at a node chose, or what came; entries of one node belong together. */
  async enter(entries) {
    const from = this.node;
    const after = await this.game.after(from.state, entries);
    if (after.hidden) {
      this.turns.push({ from, own: true });
      this.nodes.push(after);
      this.tell();
      return;
    }
    const words = after.steps
      .map((step) => step.words)
      .filter(Boolean)
      .join(" ");
    const reward = after.steps.reduce((sum, step) => sum + step.reward, 0);
    this.turns.push({ entries, from, words, reward, own: entries.some((entry) => entry.seat === this.seat) });
    this.nodes.push(after);
  }

  /** The person's move; the other seats at the same node choose without seeing it. */
  async play(move) {
    const others = this.node.seats.filter((seat) => seat !== this.seat);
    const entries = [{ seat: this.seat, move }];
    for (const seat of others) entries.push({ seat, move: await this.choice(seat) });
    entries.sort((one, other) => one.seat - other.seat);
    await this.enter(entries);
  }

  /** Let the next machine, or what comes, happen; false where the person is asked or the game is over. */
  async step() {
    const { node } = this;
    if (node.kind === "end" || this.asks(node)) return false;
    if (node.kind === "chance") {
      const move = await this.game.came(node.state, this.turns.length + 1000 * this.undone);
      await this.enter([{ seat: DEALER, move }]);
      return true;
    }
    const entries = [];
    for (const seat of node.seats) entries.push({ seat, move: await this.choice(seat) });
    await this.enter(entries);
    return true;
  }

  /** A machine's move: the equilibrium with the chance that is its strength, else any move. */
  async choice(seat) {
    const roll = dice(this.seed * 1000003 + this.turns.length * 7919 + this.undone * 104729 + seat);
    const { moves, state } = this.node;
    const perfect = roll() < this.strength;
    if (!perfect && moves[seat]?.length) return moves[seat][Math.floor(roll() * moves[seat].length)];
    const rated = await this.game.rate(state, seat);
    const mix = rated.moves.filter((move) => move.probability > 0).map((move) => [move.move, move.probability]);
    return mix.length ? draw(mix, roll()) : rated.moves[0].move;
  }

  /** The places in the list of turns where the person chose. */
  get ownTurns() {
    return this.turns.flatMap((turn, at) => (turn.own ? [at] : []));
  }

  /** Go back to before a turn; the person's last one unless told otherwise. */
  undo(at = this.ownTurns.at(-1)) {
    if (at === undefined) return;
    this.turns.length = at;
    this.nodes.length = at + 1;
    this.undone += 1;
  }

  /** What the person's choice in a turn cost: {cost, grade, best, chosen, value}; null where it is not known. */
  async judge(turn) {
    if (turn.judged !== undefined) return turn.judged;
    const { move } = turn.entries.find((entry) => entry.seat === this.seat);
    let rated = await this.game.rate(turn.from.state, this.seat);
    if (!rated.moves.some((other) => other.move === move)) {
      rated = await this.game.rate(turn.from.state, this.seat, [move]);
    }
    const chosen = rated.moves.find((other) => other.move === move);
    const best = rated.moves.filter((other) => other.optimal).map((other) => other.move);
    const legal = turn.from.moves[this.seat];
    const free = !legal || (legal.length > 1 && best.length < legal.length);
    const cost = chosen?.cost ?? null;
    const grade = cost === null ? null : free ? gradeOf(this.unit, cost, chosen.optimal) : "only";
    turn.judged = { cost, grade, best, chosen: move, value: rated.value, gained: turn.from.gained };
    return turn.judged;
  }

  /** The game as data for a link. */
  toData(more = {}) {
    const data = { saizen: 2, seed: this.seed, seat: this.seat, strength: this.strength };
    if (this.node.hidden) return { ...data, log: [], states: this.nodes.map((node) => node.state), ...more };
    return { ...data, log: this.log, ...more };
  }
}
