// The certificate of a matrix game: two strategies, and that neither can be beaten by any single choice.

import { h, put } from "../dom.js";
import { say, t } from "../words.js";
import { decimal, fraction, parts, toNumber } from "./fractions.js";
import { bar } from "./moves.js";
import { Work } from "./work.js";

const big = (value) => parts(value) ?? (Number.isInteger(Number(value)) ? [BigInt(value), 1n] : null);

/** The sum of share times payoff: exact where all are, else as decimals. */
function dot(shares, payoffs) {
  const exact = [...shares, ...payoffs].map(big);
  if (exact.some((one) => one === null))
    return shares.reduce((sum, p, i) => sum + toNumber(p) * toNumber(payoffs[i]), 0);
  let [p, q] = [0n, 1n];
  shares.forEach((_, i) => {
    const [[a, b], [c, d]] = [exact[i], exact[shares.length + i]];
    [p, q] = [p * b * d + a * c * q, q * b * d];
  });
  let [x, y] = [p < 0n ? -p : p, q];
  while (y) [x, y] = [y, x % y];
  return q / (x || 1n) === 1n ? Number(p / (x || 1n)) : `${p / x}/${q / x}`;
}

/** One player's strategy, and what the other's strategy makes of each single choice. */
function side(player, other, names, shares, payoffs, words) {
  return h(
    "table",
    { class: "data-table certificate-side" },
    h("caption", {}, t("certificate.side", player)),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("moves.move")),
        h("th", { scope: "col" }, t("matrix.share")),
        h("th", { scope: "col" }, t(words, player, other)),
      ),
    ),
    h(
      "tbody",
      {},
      names.map((name, i) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, String(name)),
          h("td", { class: "bar-cell" }, bar(shares[i])),
          h("td", { class: "number" }, decimal(payoffs[i], 4)),
        ),
      ),
    ),
  );
}

/** Ask what the second player does, then show that the two strategies hold each other at the value. */
export function certificate(table, node) {
  const host = h("div", {});
  const result = h("div", { class: "certificate" });
  const work = new Work(host);
  const names = table.game.players ?? {};
  const hinted = (sitting, settings) => table.ask("/sitting", { sitting, hint: true, exact: true }, settings);
  const load = async (settings) => {
    // all digits of this seat's strategy; then it chooses anything, and the other seat is awaited at the same position
    const mine = await hinted(node.sitting, settings);
    const move = String(node.hint.moves[0].move);
    const first = await table.ask("/sitting", { sitting: node.sitting, move }, settings);
    return { mine: mine.hint, ...(await hinted(first.sitting ?? first.view.sitting, settings)) };
  };
  work.run(load).then((answer) => {
    if (!answer?.hint || !answer.mine) return;
    const { matrix, moves, value } = answer.mine;
    const share = (list, name) => list.find((one) => String(one.move) === String(name))?.probability ?? 0;
    const mine = node.view.awaits.seat === 1 ? answer.hint.moves : moves;
    const theirs = node.view.awaits.seat === 1 ? moves : answer.hint.moves;
    const rows = matrix.rows.map((name) => share(mine, name));
    const columns = matrix.columns.map((name) => share(theirs, name));
    const against = matrix.columns.map((_, j) =>
      dot(
        rows,
        matrix.values.map((line) => line[j]),
      ),
    );
    const yields = matrix.rows.map((_, i) => dot(columns, matrix.values[i]));
    const least = Math.min(...against.map(toNumber));
    const most = Math.max(...yields.map(toNumber));
    const holds = Math.abs(least - most) < 1e-9;
    const [first, second] = [say(names[0] ?? "0"), say(names[1] ?? "1")];
    put(
      result,
      h(
        "p",
        {},
        h("span", { class: holds ? "mark-best" : "mark-costly", "aria-hidden": "true" }, holds ? "✓ " : "✗ "),
        t("certificate.words", first, decimal(least, 6), second, decimal(most, 6)),
        " ",
        fraction(value),
        t("certificate.end"),
      ),
      side(first, second, matrix.rows, rows, yields, "certificate.yields"),
      side(second, first, matrix.columns, columns, against, "certificate.against"),
    );
  });
  return h("div", {}, host, result);
}
