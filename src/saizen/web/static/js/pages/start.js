// The start page: every game as a tile, and a search over positions pasted as text.

import { analysed, write } from "../address.js";
import { ask } from "../api.js";
import { boardFor } from "../boards/index.js";
import { h, put } from "../dom.js";
import { stateWords } from "../panel/ready.js";
import { Work } from "../panel/work.js";
import { pick, t } from "../words.js";
import { titles } from "./game.js";

async function tile(game) {
  const module = await boardFor(game);
  const { title, japanese } = titles(game);
  const sentence = pick(game.sentence) ?? game.summary.replaceAll("``", "");
  const headline = typeof game.headline === "string" ? game.headline : pick(game.headline);
  const words = stateWords(game.state);
  return h(
    "li",
    { class: "tile" },
    h("div", { class: "tile-art" }, module.tile(game)),
    h(
      "div",
      { class: "tile-text" },
      h(
        "h2",
        {},
        h("a", { class: "tile-link", href: write([game.name]) }, title),
        japanese ? h("span", { class: "title-ja", lang: "ja" }, japanese) : null,
      ),
      h("p", {}, sentence),
      headline ? h("p", { class: "headline" }, headline) : null,
      words ? h("p", { class: "ready" }, h("span", { class: "ready-dot", "aria-hidden": "true" }), words) : null,
    ),
  );
}

function search(games) {
  const found = h("div", { class: "found", role: "status" });
  const waiting = h("div", {});
  const work = new Work(waiting);
  const input = h("input", {
    type: "search",
    id: "search",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: games[0]?.example ?? "",
  });
  const name = (key) => games.find((game) => game.name === key);
  const submit = async (event) => {
    event.preventDefault();
    const position = input.value.trim();
    put(found);
    if (!position) return;
    const answer = await work.run((options) => ask("/search", { position }, options));
    if (!answer) return;
    put(
      found,
      answer.games.length
        ? h(
            "ul",
            {},
            answer.games.map((one) =>
              h(
                "li",
                {},
                h(
                  "a",
                  { href: analysed(one.game, position) },
                  titles(name(one.game)).title,
                  ": ",
                  h("code", {}, one.position ?? position),
                ),
              ),
            ),
          )
        : h("p", { class: "muted" }, t("start.not_found")),
    );
  };
  return h(
    "form",
    { class: "search", role: "search", onsubmit: submit },
    h("h2", {}, h("label", { for: "search" }, t("start.search"))),
    h("p", { class: "muted" }, t("start.search_words")),
    h(
      "div",
      { class: "row nowrap" },
      h("div", { class: "field wide" }, input),
      h("button", { type: "submit" }, t("start.find")),
    ),
    waiting,
    found,
  );
}

/** Open the start page. */
export async function startPage(host, _route, state) {
  document.title = "saizen";
  const games = (await ask("/games")).games;
  state.games = games;
  const five = games.filter((game) => game.kind === "game");
  const others = games.filter((game) => game.kind !== "game");
  const list = async (some, last = null) => h("ul", { class: "tiles" }, await Promise.all(some.map(tile)), last);
  put(
    host,
    h("div", { class: "hello" }, h("h1", {}, t("start.title")), h("p", { class: "lead" }, t("start.lead"))),
    await list(five, h("li", { class: "tile tile-search" }, search(games))),
    others.length ? [h("h2", { class: "others" }, t("start.others")), await list(others)] : null,
  );
  return { close() {} };
}
