// The start page: today's puzzle as a live board, the games as tiles.

import { boardOf } from "./boards.js";
import { h, icon, keepFocus, logo, put } from "./dom.js";
import { switchTheme } from "./theme_switch.js";
import { languageButton } from "./language_switch.js";
import { noteSolved, solvedDays, streak } from "./levels.js";
import { puzzleOf, today } from "./puzzles.js";
import { Question } from "./question.js";
import { say } from "./words.js";

const WEEK = "M T W T F S S";

/** What a game is called on the page for players. */
export const titleOf = (brief) => brief.player_data?.title ?? brief.titles?.en ?? brief.title;

export class StartPage {
  constructor(source, games, host) {
    this.source = source;
    this.games = games;
    this.host = host;
    this.closed = false;
    this.question = null;
    /** @type {any} where the puzzle is drawn */
    this.hero = null;
    /** Whether there is no puzzle. */
    this.lacking = false;
  }

  close() {
    this.closed = true;
  }

  async begin() {
    document.body.className = "startpage";
    this.draw();
    try {
      await this.puzzle();
    } catch {
      this.lacking = true;
    }
    if (!this.closed) this.drawPuzzle();
  }

  draw() {
    document.title = say("saizen: play solved games");
    this.hero = h("section", { class: "hero", "aria-label": "Today's puzzle" });
    put(this.host, topBar(this.source), h("main", { class: "start" }, this.hero, this.tiles(), footer(this.source)));
    this.drawPuzzle();
  }

  /** Today's puzzle: of another game each day. */
  async puzzle() {
    const games = inOrder(this.games).filter((game) => game.puzzles);
    this.brief = games[today() % games.length];
    const item = await puzzleOf(this.source, this.brief, today());
    this.question = await new Question(this.source, this.brief, item, () => this.drawPuzzle()).begin();
  }

  drawPuzzle() {
    const { hero } = this;
    if (this.lacking) hero.replaceWith(h("h1", { class: "vh", id: "board" }, "saizen")); // there are still the games
    if (this.closed || this.lacking || !this.question?.node) return;
    const { item, answer, selected } = this.question;
    if (answer?.right) noteSolved(today());
    const address = `#/${encodeURIComponent(this.brief.name)}`;
    const said = answer ? h("p", { class: `answer ${answer.right ? "yes" : "no"}` }, answer.words) : null;
    const play = `${address}?position=${encodeURIComponent(item.start)}`;
    const link = answer?.right
      ? h("a", { class: "btn main wide", href: play }, "Play it out")
      : h("a", { class: "btn wide", href: `${address}/first` }, "New here? Learn it in a minute");
    const others = inOrder(this.games).filter((game) => game.puzzles && game !== this.brief);
    keepFocus(hero, () =>
      put(
        hero,
        this.question.table(),
        h(
          "div",
          { class: "ask" },
          h("p", { class: "over" }, h("span", {}, "Today's puzzle"), h("span", {}, titleOf(this.brief))),
          h("h1", {}, item.question),
          h("p", { class: "say" }, item.say),
          h("div", { "aria-live": "polite" }, said),
          h("div", { class: "end" }, link),
          h(
            "p",
            { class: "also" },
            "Also today: ",
            others.map((game, at) => [at ? ", " : "", h("a", { href: `#/${game.name}/puzzle` }, titleOf(game))]),
          ),
          week(),
        ),
      ),
    );
    if (selected) hero.querySelector(`[data-move="${CSS.escape(selected)}"]`)?.focus({ preventScroll: true });
  }

  tiles() {
    const five = inOrder(this.games.filter((game) => game.kind === "game"));
    const more = this.games.filter((game) => game.kind !== "game");
    return [
      five.length ? h("div", { class: "sec", id: "games" }, h("h2", {}, "Games")) : null,
      five.length ? h("ul", { class: "games" }, five.map(tile)) : null,
      h("div", { class: "sec" }, h("h2", {}, five.length ? "More games" : "Games")),
      h(
        "div",
        { class: "more" },
        h(
          "div",
          { class: "strip" },
          more.map((game) =>
            h("a", { href: `#/${encodeURIComponent(game.name)}`, title: tagline(game) }, icon("i-grid"), titleOf(game)),
          ),
        ),
        h(
          "div",
          { class: "bring" },
          h(
            "div",
            {},
            h("b", {}, "Bring your own game"),
            h("p", {}, "A Python file with rules is enough. It gets a board, an opponent and hints:"),
            h("p", {}, h("code", {}, "saizen serve --game FILE.py:Class")),
          ),
        ),
      ),
    ];
  }
}

const order = (game) => game.player_data?.order ?? Infinity;
const inOrder = (games) => [...games].sort((one, other) => order(one) - order(other) || 0);

const tagline = (game) => game.sentence?.en ?? game.summary ?? "";

function tile(game) {
  const { facts = "", sentence = tagline(game) } = game.player_data ?? {};
  const title = titleOf(game);
  return h(
    "li",
    { class: "gtile" },
    h("div", { class: "shot", "aria-hidden": "true" }, boardOf(game.name).tile?.()),
    h(
      "div",
      { class: "txt" },
      h("h3", {}, title),
      h("small", {}, facts),
      h("p", {}, sentence),
      h(
        "div",
        { class: "go" },
        h(
          "a",
          { class: "btn main", href: `#/${encodeURIComponent(game.name)}`, "aria-label": `Play ${title}` },
          "Play",
        ),
        game.first
          ? h("a", { class: "btn", href: `#/${game.name}/first`, "aria-label": `First game of ${title}` }, "First game")
          : null,
      ),
    ),
  );
}

/** The days of this week with what was solved, and how many in a row. */
function week() {
  const now = today();
  const days = solvedDays();
  const monday = now - ((now + 3) % 7); // day 0 was a Thursday
  const marks = say(WEEK)
    .split(" ")
    .map((letter, i) => {
      const day = monday + i;
      const css = days.includes(day) ? "on" : day === now ? "today" : null;
      return h("li", { class: css }, letter);
    });
  const count = streak(days, now);
  const words = count ? `${count} ${count === 1 ? "day" : "days"} in a row` : "A new puzzle every day";
  return h("div", { class: "streak" }, h("b", {}, words), h("ol", { "aria-label": "This week" }, marks));
}

function topBar({ links }) {
  return h(
    "header",
    { class: "top" },
    h("a", { class: "logo", href: "#/" }, logo(), "saizen"),
    h(
      "nav",
      { "aria-label": "Site" },
      h("a", { href: "#/" }, "Play"),
      h("a", { href: links.learn(null) }, "Learn"),
      h("a", { href: links.papers }, "For researchers"),
    ),
    h(
      "div",
      { class: "acts" },
      h(
        "a",
        { class: "btn icon line only-s", href: links.learn(null), "aria-label": "For researchers" },
        icon("i-more"),
      ),
      languageButton(),
      h(
        "button",
        { class: "btn icon line", type: "button", "aria-label": "Light or dark", onclick: switchTheme },
        icon("i-theme"),
      ),
    ),
  );
}

function footer({ links }) {
  return h(
    "footer",
    { class: "pagefoot" },
    h("span", {}, "saizen runs on this computer. Nothing is sent elsewhere."),
    h("a", { href: links.papers }, "For researchers"),
  );
}
