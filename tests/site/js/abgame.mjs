// What guesses of the AB game cost, on the files of a site: node abgame.mjs FOLDER PLACES < [{history, value, moves, asked}, ...]
// Prints how many guesses were compared and which differ from the server's; the best one only has to be as good.

import { readFileSync } from "node:fs";
import { loader } from "./files.mjs";

const [folder, places] = process.argv.slice(2);
const { open } = await import(new URL("../../../src/saizen/games/abgame/site/rules.js", import.meta.url));
const rules = await open(loader(folder, "abgame"), { options: { places: Number(places), symbols: 10 }, seed: 1 });
const { boundAnswer } = await import(new URL("../../../src/saizen/games/abgame/site/answers.js", import.meta.url));
const close = (one, other) => Math.abs(one - other) < 1e-9;
const wrong = [];
let guesses = 0;

for (const { history, value, moves, asked } of JSON.parse(readFileSync(0, "utf8"))) {
  let at = rules.first;
  for (const round of history.split(" ").slice(1)) {
    const [guess, answer] = round.split(":");
    at = rules.after(rules.after(at, { 1: guess }).position, { 2: answer }).position;
  }
  const told = await rules.rate(at, 1, asked);
  const [best] = told.moves;
  if (!close(told.value, value) || !close(best.value, value) || !best.optimal) wrong.push({ history, value, told });
  const rounds = history.split(" ").slice(1);
  const question = { places: Number(places), symbols: 10, tables: rules.tables, asked };
  const least = boundAnswer({ ...question, history: rounds.map((round) => round.split(":")) });
  const worth = (guess) => moves.find(({ move }) => move === rules.codes.texts[guess]).value * least.many;
  if (least.total > value * least.many + 1e-9) wrong.push({ history, least });
  if (least.guesses.slice(1).some(([guess, bound]) => bound > worth(guess) + 1e-9)) wrong.push({ history, least });
  for (const guess of asked) {
    const own = told.moves.find(({ move }) => move === guess);
    const want = moves.find(({ move }) => move === guess);
    guesses += 1;
    const same = ["value", "cost"].every((key) => close(own[key], want[key])) && own.optimal === want.optimal;
    if (!same) wrong.push({ history, own, want });
  }
}
console.log(JSON.stringify({ guesses, wrong: wrong.slice(0, 3) }));
