// Every move with its worth: best first, coloured by what it costs, ties marked, probabilities as bars.

import { h, s } from "../dom.js";
import { t } from "../words.js";
import { broken, decimal, fraction, parts, percent, toNumber } from "./fractions.js";

/** The step of the cost scale, 0 (best) to 6, of a cost among costs. */
export function costStep(cost, worst) {
  const number = toNumber(cost);
  if (!(number > 0) || !(worst > 0)) return 0;
  return Math.max(1, Math.min(6, Math.ceil((6 * number) / worst)));
}

/** A cost as a chip: its number on its colour. */
export function costChip(cost, worst, fixed = false) {
  if (cost === null || cost === undefined) return h("span", { class: "muted" }, "–");
  const best = !(toNumber(cost) > 0);
  return h(
    "span",
    { class: `cost cost-${costStep(cost, worst)}` },
    best ? t("moves.best_mark") : decimal(cost, 4, fixed),
  );
}

/** A probability as a bar with its number. */
export function bar(probability) {
  const share = toNumber(probability);
  if (Number.isNaN(share)) return h("span", { class: "muted" }, "–");
  return h(
    "span",
    { class: "bar" },
    s(
      "svg",
      { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { class: "bar-ground", width: 100, height: 10 }),
      s("rect", { class: "bar-fill", width: Math.max(0, Math.min(100, share * 100)), height: 10 }),
    ),
    h("span", { class: "bar-number" }, percent(probability)),
  );
}

/** Advice by move text, as boards want it. */
export function adviceMap(data) {
  return new Map((data?.moves ?? []).map((move) => [String(move.move), { ...move, move: String(move.move) }]));
}

const short = (value) => parts(value) && String(value).length <= 12;

function valueCell(value, fixed, fractions) {
  const shown = decimal(value, 4, fixed);
  return fractions
    ? h(
        "span",
        { class: "value-cell", title: String(value ?? "") },
        shown,
        h("span", { class: "value-exact" }, short(value) ? fraction(value) : null),
      )
    : h("span", {}, shown);
}

/** The table of moves; choose(move) makes each a button. More than `most` rows are shown on demand. */
export function movesTable(data, choose, { most = 14 } = {}) {
  const moves = data.moves ?? [];
  if (!moves.length) return null;
  const worst = Math.max(0, ...moves.map((move) => toNumber(move.cost)).filter((cost) => !Number.isNaN(cost)));
  const has = (key) => moves.some((move) => move[key] !== null && move[key] !== undefined);
  const mixed = Boolean(data.matrix); // there the best moves are parts of one mixture, not ties
  const [fixedCost, fixedValue] = [broken(moves.map((move) => move.cost)), broken(moves.map((move) => move.value))];
  const fractions = moves.some((move) => short(move.value));
  const ties = moves.filter((move) => move.optimal).length;
  const row = (move) => {
    const text = String(move.move);
    const tie = move.optimal && ties > 1 && !mixed;
    return h(
      "tr",
      { class: move.optimal ? "is-optimal" : null },
      h(
        "th",
        { scope: "row" },
        choose
          ? h(
              "button",
              {
                type: "button",
                class: "move",
                "data-key": `row ${text}`,
                "data-move": text,
                onclick: () => choose(text),
              },
              text,
            )
          : text,
        tie
          ? h(
              "span",
              { class: "tie", title: t("moves.tie") },
              " = ",
              h("span", { class: "hidden-words" }, t("moves.tie")),
            )
          : null,
      ),
      h("td", { class: "cost-cell" }, costChip(move.cost, worst, fixedCost)),
      has("value") ? h("td", { class: "number" }, valueCell(move.value, fixedValue, fractions)) : null,
      has("probability") ? h("td", { class: "bar-cell" }, bar(move.probability)) : null,
    );
  };
  const body = h("tbody", {}, moves.slice(0, most).map(row));
  const more =
    moves.length > most
      ? h(
          "button",
          {
            type: "button",
            class: "small",
            onclick: (event) => (body.append(...moves.slice(most).map(row)), event.target.remove()),
          },
          t("moves.more", moves.length - most),
        )
      : null;
  return h(
    "div",
    { class: "moves" },
    h(
      "table",
      { class: "moves-table" },
      h("caption", { class: "hidden-words" }, t("moves.caption")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("moves.move")),
          h("th", { scope: "col" }, t("moves.cost")),
          has("value") ? h("th", { scope: "col" }, t("moves.value")) : null,
          has("probability") ? h("th", { scope: "col" }, t("moves.probability")) : null,
        ),
      ),
      body,
    ),
    more,
  );
}

/** What can come, where nobody chooses. */
export function outcomesTable(outcomes, choose) {
  return h(
    "table",
    { class: "moves-table" },
    h("caption", {}, t("moves.outcomes")),
    h(
      "thead",
      {},
      h("tr", {}, h("th", { scope: "col" }, t("moves.outcome")), h("th", { scope: "col" }, t("moves.probability"))),
    ),
    h(
      "tbody",
      {},
      outcomes.map((one) =>
        h(
          "tr",
          {},
          h(
            "th",
            { scope: "row" },
            choose
              ? h(
                  "button",
                  { type: "button", class: "move", "data-move": one.name, onclick: () => choose(one.name) },
                  one.name,
                )
              : one.name,
          ),
          h("td", { class: "bar-cell" }, bar(one.probability)),
        ),
      ),
    ),
  );
}
