// A matrix game as a heat map with its numbers: blue where the row player gets most, orange where least.

import { h } from "../dom.js";
import { t } from "../words.js";
import { decimal, toNumber } from "./fractions.js";

/** The heat map of {rows, columns, values}. */
export function matrixTable(matrix, { title = "" } = {}) {
  const numbers = matrix.values
    .flat()
    .map(toNumber)
    .filter((x) => !Number.isNaN(x));
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const step = (value) =>
    high === low ? 3 : Math.min(6, Math.max(0, Math.round(6 - (6 * (toNumber(value) - low)) / (high - low))));
  const line = (values, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, String(matrix.rows[i])),
      values.map((value) => h("td", { class: `heat cost-${step(value)}`, title: String(value) }, decimal(value, 2))),
    );
  return h(
    "div",
    { class: "matrix-scroll", tabindex: "0", role: "region", "aria-label": title || t("matrix.title") },
    h("p", { class: "label caption" }, title || t("matrix.title")),
    h(
      "table",
      { class: "matrix" },
      h("caption", { class: "hidden-words" }, title || t("matrix.title")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          matrix.columns.map((name) => h("th", { scope: "col" }, String(name))),
        ),
      ),
      h("tbody", {}, matrix.values.map(line)),
    ),
  );
}
