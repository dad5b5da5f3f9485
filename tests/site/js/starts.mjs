// Opens the puzzles and the first game of a game on the files of a site: node starts.mjs FOLDER GAME
// Each position must be read and written as it stands, and what is best there must be; prints how many were rated.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Refused } from "/static/play/js/refused.js";
import { loader } from "./files.mjs";

const [folder, name] = process.argv.slice(2);
const game = new URL(`../../../src/saizen/games/${name}/`, import.meta.url);
const { open } = await import(new URL("site/rules.js", game));
const load = loader(folder, name);
const items = (file) => JSON.parse(readFileSync(new URL(`page/${file}`, game), "utf8"));
let opened = 0;
let rated = 0;

/** The answer of rate(), or null where it is not known. */
async function answer(rules, { seat, best }) {
  try {
    return await rules.rate(rules.first, seat, best);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

for (const file of ["puzzles.json", "first.json"]) {
  for (const { start, seat, options = {}, best: listed } of items(file)) {
    const rules = await open(load, { options, start, seed: 1, seat });
    opened += 1;
    assert.equal(rules.text(rules.first), start);
    assert.ok(rules.drawing(rules.first, seat).parts);
    const best = [].concat(listed).slice(0, 3);
    const told = await answer(rules, { seat, best });
    if (!told || file === "first.json") continue; // a lesson may ask for something else than the best
    rated += 1;
    for (const move of best) assert.ok(told.moves.find((one) => one.move === move).optimal, `${start}: ${move}`);
  }
}
console.log(JSON.stringify({ opened, rated }));
