// Which module draws which game; a game without one gets the automatic board.

import * as auto from "./auto.js";

const KNOWN = ["rivals", "abgame", "calculation", "tricks", "memory"];
const loaded = new Map();

/** The board module of a game: {draw, editor?, tools?, tile?}. */
export async function boardFor(game) {
  if (!KNOWN.includes(game)) return auto;
  if (!loaded.has(game)) loaded.set(game, await import(`./${game}.js`));
  return { ...auto, ...loaded.get(game) };
}
