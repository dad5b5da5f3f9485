// Papers: every table as printed beside what was computed, errata with their proofs, the closing total.

import { write } from "../address.js";
import { ask } from "../api.js";
import { disclosure, h, put } from "../dom.js";
import { Work } from "../panel/work.js";
import { t } from "../words.js";
import { titles } from "./game.js";

const SIGNS = {
  equal: "=",
  "inside range": "∈",
  "outside range": "∉",
  erratum: "≠",
  consistent: "≈",
  "beyond print": "+",
  DIFFERENT: "?",
};
const ORDER = Object.keys(SIGNS);
const word = (verdict) => t(`papers.verdict.${verdict.replace(" ", "_")}`);
const kind = (verdict) => verdict.toLowerCase().replace(" ", "-");

function chip(verdict, count) {
  return h(
    "span",
    { class: `chip verdict-${kind(verdict)}` },
    h("span", { "aria-hidden": "true" }, `${SIGNS[verdict] ?? "?"} `),
    count === undefined ? word(verdict) : `${count} ${word(verdict)}`,
  );
}

function totals(counts) {
  return h(
    "p",
    { class: "totals" },
    ORDER.filter((verdict) => counts[verdict]).map((verdict) => [chip(verdict, counts[verdict]), " "]),
  );
}

function countOf(checks) {
  const counts = {};
  for (const check of checks) counts[check.verdict] = (counts[check.verdict] ?? 0) + 1;
  return counts;
}

function table(where, checks) {
  return h(
    "div",
    { class: "matrix-scroll", tabindex: "0", role: "region", "aria-label": where },
    h(
      "table",
      { class: "data-table paper-table" },
      h("caption", { class: "hidden-words" }, where),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["what", "printed", "computed", "verdict_title"].map((key) => h("th", { scope: "col" }, t(`papers.${key}`))),
        ),
      ),
      h(
        "tbody",
        {},
        checks.map((check) =>
          h(
            "tr",
            { class: `row-${kind(check.verdict)}` },
            h("th", { scope: "row" }, check.what),
            h("td", { class: "number" }, check.printed),
            h("td", { class: "number" }, check.computed),
            h("td", {}, chip(check.verdict)),
          ),
        ),
      ),
    ),
  );
}

function report(answer) {
  const places = new Map();
  for (const check of answer.checks) places.set(check.where, [...(places.get(check.where) ?? []), check]);
  const proofs = new Map();
  for (const check of answer.checks) if (check.verdict === "erratum") proofs.set(`${check.where} ${check.note}`, check);
  const openAll = (event) =>
    event.target
      .closest(".report")
      .querySelectorAll("details")
      .forEach((one) => (one.open = true));
  return h(
    "div",
    { class: "report" },
    h(
      "div",
      { class: "row spread" },
      h("h2", {}, t("papers.tables")),
      h("button", { type: "button", class: "small", onclick: openAll }, t("papers.open_all")),
    ),
    [...places].map(([where, checks]) =>
      disclosure(
        h(
          "span",
          { class: "paper-summary" },
          h("span", {}, where),
          h(
            "span",
            { class: "totals" },
            ORDER.filter((v) => countOf(checks)[v]).map((v) => chip(v, countOf(checks)[v])),
          ),
        ),
        () => table(where, checks),
        places.size === 1,
      ),
    ),
    proofs.size
      ? [
          h("h2", {}, t("papers.errata")),
          h(
            "ul",
            { class: "errata" },
            [...proofs.values()].map((check) =>
              h(
                "li",
                {},
                h(
                  "p",
                  {},
                  h("strong", {}, `${check.where}, ${check.what}`),
                  ": ",
                  h("del", {}, check.printed),
                  " → ",
                  h("ins", {}, check.computed),
                ),
                h("p", { class: "muted small" }, check.note),
              ),
            ),
          ),
        ]
      : null,
    h("h2", {}, t("papers.total", answer.checks.length)),
    totals(countOf(answer.checks)),
  );
}

/** Open the list of papers, or one of them. */
export async function papersPage(host, route, state) {
  document.title = `${t("papers.title")} · saizen`;
  const papers = await ask("/papers");
  const list = Array.isArray(papers) ? papers : papers.papers;
  const chosen = list.find((one) => one.name === route.parts[1]);
  const waiting = h("div", { "aria-live": "polite" });
  const body = h("div", {});
  const work = new Work(waiting);
  const name = (key) => {
    const game = state.games.find((one) => one.name === key);
    return game ? titles(game).title : key;
  };
  put(
    host,
    h("h1", {}, t("papers.title")),
    h("p", { class: "lead" }, t("papers.lead")),
    h(
      "nav",
      { "aria-label": t("papers.title") },
      h(
        "ul",
        { class: "paper-list" },
        list.map((one) =>
          h(
            "li",
            {},
            h(
              "a",
              { href: write(["papers", one.name]), "aria-current": one === chosen ? "page" : null },
              h("strong", {}, name(one.game)),
              h("span", {}, one.title),
            ),
          ),
        ),
      ),
    ),
    waiting,
    body,
  );
  const compute = async () => {
    put(body);
    const answer = await work.run((options) => ask(`/papers/${encodeURIComponent(chosen.name)}`, {}, options));
    put(body, answer ? report(answer) : h("button", { type: "button", onclick: compute }, t("papers.again")));
  };
  if (chosen) compute();
  return { close: () => work.stop() };
}
