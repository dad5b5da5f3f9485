// A game whose rules run in this browser, as what open() of a source returns: start, look, after, rate, came.

import { dice, draw } from "./sitting.js";

const DEALER = 2;

/**
 * @param {any} rules what open() of a game's rules.js returns
 * @param {{unit: string, seed: number, seat: number}} setup
 */
export function fileGame(rules, { unit, seed, seat }) {
  const rated = new WeakMap();

  function look(state) {
    const { position, gained } = state;
    const node = rules.look(position);
    const drawing = rules.drawing(position, seat);
    const board = node.kind === "end" ? withoutMoves(drawing) : drawing;
    return { state, ...node, form: rules.form, gained, position: rules.text(position), board };
  }

  return {
    start: () => ({ ...look({ position: rules.first, gained: 0 }), players: rules.players, unit }),
    look,
    after(state, entries) {
      const moves = Object.fromEntries(entries.map((entry) => [entry.seat, entry.move]));
      const { position, reward, words } = rules.after(state.position, moves);
      const next = { position, gained: state.gained + reward };
      return { steps: [{ state: next, reward, words }], ...look(next) };
    },
    /** What comes: from the hidden deal, or with dice that are new at every turn. */
    came({ position }, ply) {
      const { odds } = rules.look(position);
      if (rules.came) return rules.came(position, { [DEALER]: ply });
      return draw(odds, dice(seed * 1000003 + ply * 7919)());
    },
    async rate(state, chooser, asked = []) {
      const key = JSON.stringify([chooser, asked]);
      const answers = rated.get(state) ?? new Map();
      rated.set(state, answers);
      if (!answers.has(key)) answers.set(key, await rules.rate(state.position, chooser, asked));
      return answers.get(key);
    },
  };
}

function withoutMoves(drawing) {
  const rows = drawing.rows.map((row) => row.map((cell) => ({ ...cell, move: null })));
  return { ...drawing, rows };
}
