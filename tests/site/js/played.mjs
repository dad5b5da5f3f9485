// Replays games that the server recorded, on the files of a site: node played.mjs FOLDER GAME RULES UNIT < games.json
// Prints how many states and ratings were compared; whatever differs ends it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { loader } from "./files.mjs";

const [folder, name, path, unit] = process.argv.slice(2);
const source = new URL("../../../src/saizen/", import.meta.url);
const { fileGame } = await import(new URL("web/static/play/js/file_game.js", source));
const { open } = await import(new URL(path.startsWith("play/") ? `web/static/${path}` : path, source));
const load = loader(folder, name);
const count = { states: 0, ratings: 0, moves: 0 };

const close = (one, other, what) => {
  const same = one === other || Math.abs(one - other) <= 1e-9 * (1 + Math.abs(other));
  assert.ok(same, `${what}: ${one} here, ${other} on the server`);
};

function compareLook(own, server, at) {
  for (const key of ["kind", "seats", "form"]) assert.deepEqual(own[key], server[key], `${at}: ${key}`);
  for (const [key, drawn] of Object.entries(server.board)) assert.deepEqual(own.board[key], drawn, `${at}: ${key}`);
  for (const [seat, listed] of Object.entries(server.moves)) {
    if (listed) assert.deepEqual(own.moves[seat], listed, `${at}: moves`); // the server lists no more than 400
  }
  close(own.gained, server.gained, `${at}: gained`);
  assert.deepEqual(own.odds.map(([odd]) => odd), server.odds.map(([odd]) => odd), `${at}: odds`);
  own.odds.forEach(([, share], i) => close(share, server.odds[i][1], `${at}: odds`));
  count.states += 1;
}

function compareRate(own, server, at) {
  close(own.value, server.value, `${at}: value`);
  assert.equal(own.exact, server.exact, `${at}: exact`);
  const moves = new Map(own.moves.map((move) => [move.move, move]));
  assert.deepEqual([...moves.keys()].sort(), server.moves.map((move) => move.move).sort(), `${at}: rated moves`);
  for (const move of server.moves) {
    const mine = moves.get(move.move);
    for (const key of ["value", "cost", "probability"]) {
      if (key in move) close(mine[key], move[key], `${at}: ${key} of ${move.move}`); // a mix need not be unique
    }
    assert.equal(mine.optimal, move.optimal, `${at}: optimal ${move.move}`);
    count.moves += 1;
  }
  count.ratings += 1;
}

for (const [number, { setup, turns }] of JSON.parse(readFileSync(0, "utf8")).entries()) {
  const game = fileGame(await open(load, setup), { unit, ...setup });
  let node = game.start();
  assert.deepEqual(node.players, turns[0].look.players);
  for (const [ply, turn] of turns.entries()) {
    const at = `game ${number}, ply ${ply}`;
    compareLook(node, turn.look, at);
    for (const [seat, rate] of Object.entries(turn.rates)) {
      compareRate(await game.rate(node.state, Number(seat)), rate, at);
    }
    if (!turn.entries) break;
    node = game.after(node.state, turn.entries);
    const words = node.steps.map((step) => step.words).filter(Boolean).join(" ");
    assert.equal(words, turn.words, `${at}: words`);
  }
}
console.log(JSON.stringify(count));
