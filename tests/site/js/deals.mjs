// Plays random games on the files of a site with what its hidden deals bring: node deals.mjs FOLDER GAME UNIT OPTIONS COUNT
// Each game must end, nothing may come that cannot, and a seed must deal the same again. Prints how different the deals are.

import assert from "node:assert/strict";
import { loader } from "./files.mjs";

const [folder, name, unit, options, count] = process.argv.slice(2);
const source = new URL("../../../src/saizen/", import.meta.url);
const { fileGame } = await import(new URL("web/static/play/js/file_game.js", source));
const { dice } = await import(new URL("web/static/play/js/sitting.js", source));
const { open } = await import(new URL(`games/${name}/site/rules.js`, source));
const load = loader(folder, name);

async function played(seed, choices) {
  const setup = { options: JSON.parse(options), start: null, seed, seat: 0 };
  const game = fileGame(await open(load, setup), { unit, ...setup });
  const roll = dice(choices);
  const said = [];
  let node = game.start();
  while (node.kind !== "end") {
    const [seat] = node.seats;
    const came = node.kind === "chance" ? game.came(node.state, said.length) : null;
    if (came !== null && node.odds.length)
      assert.ok(
        node.odds.some(([odd, share]) => odd === came && share > 0),
        came,
      );
    const listed =
      node.moves[seat] ?? (came === null ? (await game.rate(node.state, seat)).moves.map((move) => move.move) : []);
    const move = came ?? listed[Math.floor(roll() * listed.length)];
    said.push(`${node.position}: ${move}`);
    node = game.after(node.state, [{ seat, move }]);
  }
  return said.join("\n");
}

const games = new Set();
for (let seed = 0; seed < Number(count); seed++) {
  const one = await played(seed, 5);
  assert.equal(await played(seed, 5), one, "the same seed deals the same");
  games.add(one);
}
console.log(JSON.stringify({ different: games.size }));
