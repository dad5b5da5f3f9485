// Learn: the rules in short, what the paper found, what is wrong in it, positions worth a look.

import { analysed, write } from "../address.js";
import { ask } from "../api.js";
import { disclosure, h, put } from "../dom.js";
import { fraction } from "../panel/fractions.js";
import { hiddenQuestion } from "../panel/question.js";
import { Work } from "../panel/work.js";
import { pick, t } from "../words.js";

const paragraphs = (texts) => (texts ?? []).map((text) => h("p", {}, text));

export function learnTab(table) {
  const { game } = table;
  const learn = game.learn ?? null;
  const work = new Work(table.work);
  const tab = {};

  /** Show a position on the board beside its sentence. */
  async function look(position, options) {
    if (game.hidden) {
      const asked = await hiddenQuestion(table, work, position, options ?? {});
      if (asked && tab.shown) table.show(asked.view);
      return;
    }
    const answer = await work.run((settings) =>
      table.ask("/sitting", { new: { start: position, seat: "all", options } }, settings),
    );
    if (answer && tab.shown) table.show(answer.view);
  }

  function erratum(one) {
    return h(
      "li",
      {},
      h(
        "p",
        {},
        h("strong", {}, one.where, one.what ? `, ${one.what}` : ""),
        ": ",
        h("del", {}, one.printed),
        " → ",
        h("ins", {}, one.right),
      ),
      h("p", { class: "muted small" }, one.proof),
    );
  }

  function positions() {
    return (learn?.positions ?? []).map((one) =>
      h(
        "li",
        {},
        h("p", {}, pick(one), one.value !== undefined ? [" (", t("learn.value"), " ", fraction(one.value), ")"] : null),
        h(
          "div",
          { class: "row" },
          h("a", { href: analysed(game.name, one.position, one.options) }, h("code", {}, one.position)),
          h(
            "button",
            { type: "button", class: "small", onclick: () => look(one.position, one.options) },
            t("learn.show"),
          ),
        ),
      ),
    );
  }

  /** What is wrong in the paper about this game, and where its tables are; nothing where there is no paper. */
  async function fromPaper(host) {
    const papers = (await ask("/papers")).filter((paper) => paper.game === game.name);
    const found = papers.flatMap((paper) => paper.errata);
    put(
      host,
      found.length
        ? disclosure(t("learn.errata", found.length), () => h("ul", { class: "errata" }, found.map(erratum)))
        : null,
      papers.map((paper) =>
        h("p", { class: "to-paper" }, h("a", { href: write(["papers", paper.name]) }, t("learn.paper"))),
      ),
    );
  }

  function open() {
    const rules = pick(learn?.rules);
    const paper = h("div", {});
    if (game.kind === "game") fromPaper(paper);
    put(
      table.panel,
      h(
        "article",
        { class: "learn" },
        h("h2", {}, t("learn.rules")),
        rules ? paragraphs(rules) : h("pre", { class: "rules" }, game.rules),
        learn?.found
          ? [h("h2", {}, t(game.kind === "game" ? "learn.found" : "learn.known")), paragraphs(pick(learn.found))]
          : null,
        learn?.positions?.length
          ? [h("h2", {}, t("learn.positions")), h("ol", { class: "positions" }, positions())]
          : null,
        paper,
      ),
    );
    if (table.view) table.show(table.view);
    else look(game.example, undefined);
  }

  return Object.assign(tab, { open, close: () => work.stop(), hide: () => work.stop() });
}
