// The page of a question: the puzzle of the day, or a first game of a few moves, one idea each.

import { boardOf } from "./boards.js";
import { h, icon, keepFocus, put } from "./dom.js";
import { languageButton } from "./language_switch.js";
import { levelsFor, noteSolved, remember } from "./levels.js";
import { puzzleOf, today } from "./puzzles.js";
import { Question } from "./question.js";
import { say } from "./words.js";

export class LessonPage {
  /**
   * @param {any} source
   * @param {any} brief
   * @param {HTMLElement} host
   * @param {"first" | "puzzle"} kind
   */
  constructor(source, brief, host, kind) {
    this.source = source;
    this.brief = brief;
    this.host = host;
    this.kind = kind;
    this.title = kind === "first" ? "First game" : "Today's puzzle";
    /** @type {any[]} */
    this.items = [];
    this.at = 0;
    /** @type {Question | null} */
    this.question = null;
    this.closed = false;
    this.onKey = (event) => this.key(event);
    addEventListener("keydown", this.onKey);
  }

  close() {
    this.closed = true;
    removeEventListener("keydown", this.onKey);
  }

  async begin() {
    document.body.className = "game lesson";
    put(this.host, h("p", { class: "preparing", role: "status" }, `${this.title} is being prepared…`));
    if (this.kind === "first") this.items = await this.source.page(this.brief.first);
    else this.items = [await puzzleOf(this.source, this.brief, today()).catch(() => null)].filter(Boolean);
    await this.open(0);
  }

  async open(at) {
    this.at = at;
    const item = this.items[at];
    this.question = null;
    if (item) this.question = await new Question(this.source, this.brief, item, () => this.draw()).begin();
    if (!this.closed) this.draw();
  }

  key(event) {
    const { question } = this;
    if (!question || event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = event.target instanceof HTMLButtonElement && event.key === "Enter";
    if (!onButton && question.board.key?.(question.context(), event.key)) event.preventDefault();
    else if (question.node.moves[question.item.seat]?.includes(event.key)) question.choose(event.key);
  }

  draw() {
    document.title = `${say(this.title)}: ${say(this.brief.title)} – saizen`;
    if (this.question?.answer?.right && this.kind === "puzzle") noteSolved(today());
    keepFocus(this.host, () =>
      put(
        this.host,
        this.header(),
        h(
          "main",
          { class: "frame" },
          this.question?.table() ?? null,
          h("aside", { class: "panel", "aria-label": "Question" }, this.ask()),
        ),
      ),
    );
  }

  header() {
    const place = this.items.length > 1 ? ` ${this.at + 1} of ${this.items.length}` : "";
    return h(
      "header",
      { class: "top" },
      h("a", { class: "btn icon keep", href: "#/", "aria-label": "Back to all games" }, icon("i-back")),
      h("h1", {}, this.brief.title),
      h(
        "div",
        { class: "acts" },
        h("span", { class: "place keep" }, `${this.title}${place}`),
        languageButton({ keep: true }),
      ),
    );
  }

  ask() {
    const play = `#/${encodeURIComponent(this.brief.name)}`;
    if (!this.question) {
      const none = this.kind === "puzzle" ? "There is no puzzle of this game today." : "There is no first game.";
      return h("div", { class: "coach" }, h("p", { class: "say" }, none), link("btn main", play, "Play"));
    }
    const { item, answer } = this.question;
    const said = answer ? h("p", { class: `answer ${answer.right ? "yes" : "no"}` }, answer.words) : null;
    return h(
      "div",
      { class: "coach" },
      item.question ? h("p", { class: "say" }, h("b", {}, item.question)) : null,
      h("p", { class: item.question ? "why" : "say" }, item.say),
      h("div", { "aria-live": "polite" }, said),
      answer?.right ? this.onwards(play) : null,
    );
  }

  /** What follows a right answer: the next step, a game with an easy opponent, or the position played out. */
  onwards(play) {
    if (this.at + 1 < this.items.length) {
      const next = { class: "btn main", type: "button", "data-key": "next", onclick: () => this.open(this.at + 1) };
      return h("button", next, "Next");
    }
    const { item, opponent } = this.question;
    if (this.kind === "puzzle") {
      return link("btn main", `${play}?position=${encodeURIComponent(item.start)}`, "Play it out");
    }
    const levels = levelsFor(this.brief, boardOf(this.brief.name));
    const alone = levels[0].options;
    const easy = link("btn main", play, alone ? "Play a game" : `Play ${opponent}, who is easy`);
    easy.addEventListener("click", () => remember(this.brief.name, levels[0]));
    return easy;
  }
}

const link = (css, href, words) => h("a", { class: css, href }, words);
