// Values of R-Rivals on the files of a site: node rivals.mjs FOLDER < [[position, value], ...]
// Prints how far the worst value is from the kernel's, or the worst mix from getting it against every card.

import { readFileSync } from "node:fs";
import { floats } from "/static/play/js/packed.js";
import { loader } from "./files.mjs";

const site = new URL("../../../src/saizen/games/rivals/site/", import.meta.url);
const { Positions, positionOf } = await import(new URL("positions.js", site));
const { Values } = await import(new URL("values.js", site));
const { mean } = await import(new URL("matrix.js", site));

const { head, columns } = await loader(process.argv[2], "rivals")("tables");
const values = new Values(new Positions(head), head.layers, floats(columns.values));
const listed = JSON.parse(readFileSync(0, "utf8"));
let worst = 0;
for (const [text, value] of listed) {
  const at = positionOf(text);
  worst = Math.max(worst, Math.abs(values.value(at) - value));
  if (at.spy) continue;
  const rows = values.matrix(at);
  const [mine, yours] = [0, 1].map((seat) => values.rate(at, seat).moves.map((move) => move.probability));
  const least = Math.min(
    ...rows[0].map((_, j) =>
      mean(
        mine,
        rows.map((line) => line[j]),
      ),
    ),
  );
  const most = Math.max(...rows.map((line) => mean(yours, line)));
  worst = Math.max(worst, value - least, most - value);
}
console.log(JSON.stringify({ positions: listed.length, worst }));
