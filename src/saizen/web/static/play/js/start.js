// The start page: today's puzzle as a live board, the games as tiles.

import { boardOf } from "./boards.js";
import { h, icon, put } from "./dom.js";
import { logo } from "./game.js";
import { switchTheme } from "./theme_switch.js";
import { percent, winChance } from "./grades.js";
import { noteSolved, solvedDays, streak } from "./levels.js";
import { playerBar } from "./pieces.js";

const DAY = 24 * 60 * 60 * 1000;
const WEEK = ["M", "T", "W", "T", "F", "S", "S"];

/** What a game is called on the page for players. */
export const titleOf = (brief) => brief.player_data?.title ?? brief.titles?.en ?? brief.title;

/** Today as days since 1970, in the visitor's own time. */
export function today(now = new Date()) {
  return Math.floor((now.getTime() - now.getTimezoneOffset() * 60000) / DAY);
}

export class StartPage {
  constructor(source, games, host) {
    this.source = source;
    this.games = games;
    this.host = host;
    this.closed = false;
    this.state = null;
  }

  close() {
    this.closed = true;
  }

  async begin() {
    document.body.className = "startpage";
    document.title = "saizen: play solved games";
    const hero = h("section", { class: "hero", "aria-label": "Today's puzzle" });
    put(this.host, topBar(this.source), h("main", { class: "start" }, hero, this.tiles(), footer(this.source)));
    try {
      await this.puzzle(hero);
    } catch {
      hero.replaceWith(h("h1", { class: "vh", id: "board" }, "saizen")); // without puzzles there are still the games
    }
  }

  async puzzle(hero) {
    this.brief = this.games.find((game) => game.puzzles);
    const all = await this.source.page(this.brief.puzzles);
    const puzzle = all[today() % all.length];
    this.game = this.source.open(this.brief.name, { start: puzzle.start, seat: puzzle.seat });
    this.node = await this.game.start();
    this.state = { puzzle, selected: null, answer: null };
    this.drawPuzzle(hero);
  }

  drawPuzzle(hero) {
    const { puzzle, selected, answer } = this.state;
    const board = boardOf(this.brief.name);
    const address = `#/${encodeURIComponent(this.brief.name)}`;
    const own = this.node.moves[puzzle.seat] ?? [];
    const context = {
      board: this.node.board,
      first: this.node,
      seat: puzzle.seat,
      opponent: "Momo",
      ended: false,
      gained: 0,
      turns: [],
      asks: true,
      listed: own,
      moves: new Set(own),
      best: new Set(),
      selected,
      explains: Boolean(board.explains),
      japanese: Boolean(board.japanese),
      lastMove: null,
      lastSquares: new Set(),
      lastWords: "",
      redraw: () => {},
      say: (text) => text,
      choose: (move) => this.answer(hero, move),
    };
    const rows = board.draw(context);
    const table = h(
      "div",
      { class: "table", id: "board" },
      playerBar({ name: "Momo", ...board.bar(context, 1 - puzzle.seat) }),
      rows.slice(0, 2),
      rows[2],
      playerBar({ you: true, name: "You", turn: true, ...board.bar(context, puzzle.seat) }),
    );
    const said = answer ? h("p", { class: `answer ${answer.right ? "yes" : "no"}` }, answer.words) : null;
    const play = `${address}?position=${encodeURIComponent(puzzle.start)}`;
    const link = answer?.right
      ? h("a", { class: "btn main wide", href: play }, "Play it out")
      : h("a", { class: "btn wide", href: address }, "New here? Play an easy game");
    put(
      hero,
      table,
      h(
        "div",
        { class: "ask" },
        h("p", { class: "over" }, h("span", {}, "Today's puzzle"), h("span", {}, titleOf(this.brief))),
        h("h1", {}, puzzle.question),
        h("p", { class: "say" }, puzzle.say),
        h("div", { "aria-live": "polite" }, said),
        h("div", { class: "end" }, link),
        week(),
      ),
    );
    hero.querySelector(`[data-move="${selected}"]`)?.focus({ preventScroll: true });
  }

  async answer(hero, move) {
    const { puzzle } = this.state;
    const rated = await this.game.rate(this.node.state, puzzle.seat);
    const chosen = rated.moves.find((one) => one.move === move);
    const name = boardOf(this.brief.name).moveName({ board: this.node.board }, move);
    const chance = winChance("chance", chosen.value, puzzle.seat);
    const right = Boolean(chosen.optimal);
    const words = right
      ? `Yes. With the ${name.toLowerCase()} you ${chance > 1 - 1e-9 ? "win for certain" : `win ${percent(chance)}`}.`
      : chance > 0.45
        ? `Tempting: the ${name.toLowerCase()} wins ${percent(chance)} of the time. One card is better.`
        : `The ${name.toLowerCase()} wins only ${percent(chance)} of the time. One card is better.`;
    this.state = { ...this.state, selected: move, answer: { right, words } };
    if (right) noteSolved(today());
    if (!this.closed) this.drawPuzzle(hero);
  }

  tiles() {
    const order = (game) => game.player_data?.order ?? this.games.length;
    const five = this.games.filter((game) => game.kind === "game").sort((one, other) => order(one) - order(other));
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
            h("p", {}, "A Python file with rules is enough. It gets a board, an opponent and hints."),
          ),
        ),
      ),
    ];
  }
}

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
      h("a", { class: "btn main", href: `#/${encodeURIComponent(game.name)}`, "aria-label": `Play ${title}` }, "Play"),
    ),
  );
}

/** The days of this week with what was solved, and how many in a row. */
function week() {
  const now = today();
  const days = solvedDays();
  const monday = now - ((now + 3) % 7); // day 0 was a Thursday
  const marks = WEEK.map((letter, i) => {
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
