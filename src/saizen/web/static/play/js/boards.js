// Which board a game has: its own, from its folder, or the automatic one.

import * as auto from "./boards/auto.js";

const boards = new Map();

/** Load the boards that the games bring. */
export async function loadBoards(source, games) {
  const own = games.filter((game) => game.player);
  await Promise.all(own.map(async ({ name, player }) => boards.set(name, await source.board(player))));
}

/**
 * The board of a game; what it does not have is the automatic board's.
 * @returns {any}
 */
export function boardOf(name) {
  return boards.get(name) ?? auto;
}
