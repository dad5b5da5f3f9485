// Plays the shipped deals of Calculation as the advice says: node calculation.mjs FOLDER
// Prints how each deal ended, and what was said of the positions of the first one.

import { loader } from "./files.mjs";

const load = loader(process.argv[2], "calculation");
const { open } = await import(new URL("../../../src/saizen/games/calculation/site/rules.js", import.meta.url));
const { deals } = (await load("deals")).head;
const results = [];
const said = [];

for (let seed = 0; seed < deals.length; seed++) {
  const rules = await open(load, { options: { stacks: 4 }, seed });
  let at = rules.first;
  let gained = 0;
  for (let node = rules.look(at); node.kind !== "end"; node = rules.look(at)) {
    let move;
    if (node.kind === "chance") move = rules.came(at);
    else {
      const { moves, value } = rules.rate(at);
      if (!seed) said.push([rules.text(at), value, moves]);
      move = moves[0].move;
    }
    const next = rules.after(at, { [node.seats[0]]: move });
    gained += next.reward;
    at = next.position;
  }
  results.push(gained);
}
console.log(JSON.stringify({ results, said }));
