// Tables as commands print them for people: titles, columns, rows of text, and sentences.

import { h } from "../dom.js";
import { say } from "../words.js";

const NUMBER = /^[−+-]?\d[\d.,/%]*( ?%)?$/;

/** One table {title, columns, rows, heat}. */
export function shownTable(table) {
  return h(
    "div",
    { class: "matrix-scroll", tabindex: "0", role: "region", "aria-label": say(table.title) },
    h(
      "table",
      { class: "data-table" },
      h("caption", {}, say(table.title)),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          table.columns.map((name) => h("th", { scope: "col" }, say(name))),
        ),
      ),
      h(
        "tbody",
        {},
        table.rows.map((row) =>
          h(
            "tr",
            {},
            row.map((cell) => h("td", { class: NUMBER.test(cell ?? "") ? "number" : null }, cell ?? "")),
          ),
        ),
      ),
    ),
  );
}

/** Everything of {tables, notes}. */
export function shownAnswer(shown) {
  return h(
    "div",
    { class: "shown" },
    (shown.notes ?? []).map((note) => h("p", {}, say(note))),
    (shown.tables ?? []).map(shownTable),
  );
}
