// The page of a game: one board, one panel. What happens goes through a Sitting; this draws it.

import { BadLink, pack, unpack, write } from "./address.js";
import { boardOf } from "./boards.js";
import { rulesDrawer, resultSheet, levelMenu, moreMenu, noteOf } from "./sheets.js";
import { h, icon, keepFocus, logo, put } from "./dom.js";
import { amount, CLASSES, inWords, ownCost, percent, SIGNS } from "./grades.js";
import { Round } from "./class.js";
import { moving } from "./motion.js";
import { playerBar } from "./pieces.js";
import { Sitting } from "./sitting.js";
import { play } from "./sound.js";
import { languageButton } from "./language_switch.js";
import { switchTheme } from "./theme_switch.js";
import { levelsFor, remembered, remember } from "./levels.js";
import { say } from "./words.js";

const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 420;
const UNSEEN = "?";
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class GamePage {
  /**
   * @param {any} source the answers: the server, or files
   * @param {any} brief what the catalogue says of the game
   * @param {HTMLElement} host
   */
  constructor(source, brief, host) {
    this.source = source;
    this.brief = brief;
    this.host = host;
    this.board = boardOf(brief.name);
    this.levels = levelsFor(brief, this.board);
    this.level = remembered(brief.name, this.levels);
    /** @type {Sitting} */
    this.sitting = null;
    this.first = null;
    this.setup = { options: {}, start: null };
    this.selected = null;
    this.hint = null;
    this.hintOn = false;
    this.rated = null;
    this.firstValue = undefined;
    this.problem = "";
    this.note = "";
    this.busy = "";
    this.acting = false;
    this.closed = false;
    this.left = false;
    /** Whether the round of a class has the result of this game. */
    this.noted = false;
    /** The round of a class; null where one plays for oneself. */
    this.round = null;
    /** The turn that is looked back at; null for the present. */
    this.view = null;
    this.serial = 0;
    this.onKey = (event) => this.key(event);
    addEventListener("keydown", this.onKey);
  }

  /** Leave: nothing of this game hears the keyboard any more. */
  close() {
    removeEventListener("keydown", this.onKey);
    this.left = true; // an answer that is still to come draws nothing any more
    this.serial += 1;
  }

  // ------------------------------------------------------------------ beginning

  /** Begin from an address: a link with a game in it, a start position, or a new game. */
  async begin(query) {
    const packed = query.get("g");
    let data = null;
    if (packed) {
      try {
        data = await unpack(packed);
      } catch (error) {
        this.problem = error instanceof BadLink ? error.message : "The link cannot be read.";
      }
    }
    this.round = Round.from(this.brief.name, query);
    if (this.round) this.level = this.levels.find(({ name }) => name === this.round.level) ?? this.level;
    const place = query.get("position");
    await this.start(data, { start: data?.start ?? place });
  }

  async start(data = null, { start = null, seed = null } = {}) {
    const level = this.level;
    const own = data?.seed ?? seed ?? this.round?.seed ?? Math.floor(Math.random() * 2 ** 31);
    const options = { ...(level.options ?? {}), ...(data?.options ?? {}) };
    const seat = data?.seat ?? this.board.seat ?? this.firstSeat;
    const strength = level.strength ?? 1;
    const onWait = (stage) => this.wait(stage);
    const setup = { options: start ? {} : options, start, seed: own, seat, strength, onWait };
    const serial = ++this.serial;
    this.setup = { options: setup.options, start };
    Object.assign(this, {
      selected: null,
      hintOn: false,
      hint: null,
      rated: null,
      view: null,
      busy: "",
      closed: false,
      noted: false,
    });
    const make = () => new Sitting(this.source.open(this.brief.name, setup), { seat, strength, seed: own });
    let sitting = make();
    try {
      await sitting.begin(data?.log ?? [], data?.states ?? []);
    } catch (error) {
      if (!data && !start) return this.fail(error);
      this.problem = `The link does not fit this game: ${error.message}`;
      if (start) Object.assign(setup, { start: null, options });
      sitting = make();
      await sitting.begin();
    }
    if (serial !== this.serial) return undefined;
    if (!Object.keys(sitting.players).includes(String(sitting.seat)))
      sitting.seat = Number(Object.keys(sitting.players)[0]);
    this.sitting = sitting;
    this.first = sitting.nodes[0];
    this.draw();
    return this.go();
  }

  get firstSeat() {
    return this.brief.players && !("0" in this.brief.players) ? 1 : 0;
  }

  wait(stage) {
    this.busy = stage || "Preparing";
    if (this.left) return;
    if (this.sitting) this.draw();
    else put(this.host, h("p", { class: "preparing", role: "status" }, `${this.brief.title} is being prepared…`));
  }

  fail(error) {
    this.problem = error.message;
    if (this.sitting) this.draw();
    else put(this.host, h("p", { class: "preparing", role: "alert" }, error.message));
  }

  // ------------------------------------------------------------------ playing

  /** Let machines and dice act until the person is asked, then look what the position is worth. */
  async go() {
    const { sitting, serial } = this;
    this.acting = true;
    try {
      for (;;) {
        if (sitting.ended || sitting.asks()) break;
        this.draw();
        if (sitting.turns.length && sitting.node.kind === "move") await wait(PAUSE);
        if (serial !== this.serial || !(await sitting.step())) break;
        if (serial !== this.serial) return;
      }
    } catch (error) {
      this.acting = false;
      this.fail(error);
      return;
    }
    this.acting = false;
    this.busy = "";
    this.draw();
    if (sitting.turns.length) play(sitting.ended ? (this.outcome(this.context()).won < 0 ? "lost" : "won") : "move");
    this.save();
    await this.rate();
  }

  /** Look up what the position is worth, and what the person's choices cost. */
  async rate() {
    const { sitting, serial } = this;
    const { length } = sitting.turns;
    this.rated = null;
    try {
      if (sitting.asks()) {
        const rated = await sitting.game.rate(sitting.node.state, sitting.seat);
        if (serial !== this.serial || length !== sitting.turns.length) return;
        this.rated = rated;
        this.firstValue ??= rated.value;
      }
    } catch {
      this.rated = null; // too many positions to solve: the game goes on without grades
    }
    this.busy = "";
    if (serial !== this.serial || length !== sitting.turns.length) return;
    this.draw();
    try {
      for (const at of sitting.ownTurns) if (sitting.turns[at]) await sitting.judge(sitting.turns[at]);
    } catch {
      // no grades where there is no solution
    }
    if (serial !== this.serial) return;
    if (this.round && sitting.ended && !this.noted) {
      this.noted = true;
      this.round.note(noteOf(this, this.context()));
    }
    this.draw();
  }

  /** The first touch of a card explains it where the game has effects; the second plays it. */
  async choose(move) {
    if (this.acting || !this.sitting.asks(this.node)) return;
    if (this.board.explains && this.selected !== move) {
      this.selected = move;
      this.draw();
      return;
    }
    if (this.view !== null && this.round) return;
    if (this.view !== null) {
      this.sitting.undo(this.view);
      this.view = null;
    }
    Object.assign(this, { selected: null, hintOn: false, problem: "", acting: true, closed: false });
    this.serial += 1;
    this.draw(); // nothing can be touched until the answer is there
    try {
      await this.sitting.play(move);
    } catch (error) {
      this.acting = false;
      this.fail(error);
      return;
    }
    await this.go();
  }

  undo(at = undefined) {
    if (this.acting || this.round) return undefined;
    this.serial += 1;
    Object.assign(this, { view: null, selected: null, hintOn: false, closed: false });
    this.sitting.undo(at);
    return this.go();
  }

  /** Look back to before a turn; a move made there begins another line. */
  lookBack(at) {
    this.selected = null;
    this.hintOn = false;
    this.view = at >= this.sitting.turns.length || at < 0 ? null : at;
    this.draw();
  }

  async toggleHint() {
    if (!this.sitting.asks(this.node) || this.round) return;
    this.hintOn = !this.hintOn;
    this.hint = this.hintOn ? await this.sitting.game.rate(this.node.state, this.sitting.seat).catch(() => null) : null;
    this.draw();
  }

  get node() {
    return this.view === null ? this.sitting.node : this.sitting.nodes[this.view];
  }

  async save() {
    const data = this.sitting.toData({ options: this.setup.options, start: this.setup.start });
    const packed = await pack(data);
    if (this.sitting.turns.length && !this.round)
      history.replaceState(null, "", write([this.brief.name], { g: packed }));
  }

  async share() {
    await this.save();
    try {
      await navigator.clipboard.writeText(location.href);
      this.note = "The link is copied.";
    } catch {
      this.note = "Copy the address of this page: it holds the game.";
    }
    this.draw();
  }

  chooseLevel(level) {
    this.level = level;
    this.round = null;
    remember(this.brief.name, level);
    history.replaceState(null, "", write([this.brief.name]));
    this.firstValue = undefined;
    return this.start();
  }

  newGame() {
    history.replaceState(null, "", write([this.brief.name]));
    this.problem = "";
    this.round = null;
    return this.start();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.sitting) return;
    if (document.querySelector("dialog[open]")) return;
    const { key } = event;
    if (event.target instanceof HTMLInputElement) return;
    const button = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
    if (this.board.key && !(button && key === "Enter") && this.board.key(this.context(), key)) event.preventDefault();
    else if (key === "h" || key === "H") this.toggleHint();
    else if (key === "u" || key === "U") this.undo();
    else if (key === "?") this.openRules();
    else if (key === "Escape" && this.selected !== null) this.unselect();
    else if (this.sitting.asks(this.node) && this.node.moves[this.sitting.seat]?.includes(key)) this.choose(key);
    else if (key === "Enter" && this.selected !== null && !button) this.choose(this.selected);
  }

  unselect() {
    this.selected = null;
    this.draw();
  }

  // ------------------------------------------------------------------ drawing

  get opponent() {
    return this.level.options || this.brief.kind === "game" ? this.level.name : "Computer";
  }

  /** What a board needs to draw itself. */
  context() {
    const { sitting, node } = this;
    const at = this.view === null ? sitting.turns.length : this.view;
    const turns = sitting.turns.slice(0, at);
    const asks = sitting.asks(node) && !this.acting;
    const listed = node.moves[sitting.seat] ?? null;
    const best =
      this.hintOn && this.hint ? this.hint.moves.filter((move) => move.optimal).map((move) => move.move) : [];
    const context = {
      board: sitting.game.drawing(node),
      first: this.first,
      seat: sitting.seat,
      opponent: this.opponent,
      ended: node.kind === "end",
      gained: node.gained ?? 0,
      turns,
      asks,
      listed: asks ? listed : null,
      moves: new Set(asks && listed ? listed : []),
      best: new Set(best),
      selected: this.selected,
      explains: Boolean(this.board.explains),
      japanese: Boolean(this.board.japanese),
      lastMove: turns.at(-1)?.entries.at(-1)?.move ?? null,
      lastSquares: changedSquares(sitting.nodes, at),
      lastWords: "",
      choose: (move) => this.choose(move),
      redraw: () => this.draw(),
      say: (text) => this.say(text),
    };
    context.lastWords = this.say(turns.findLast((turn) => turn.words)?.words ?? "");
    return context;
  }

  say(text) {
    return this.board.words({ seat: this.sitting.seat, opponent: this.opponent }, text);
  }

  draw() {
    if (!this.sitting || this.left) return;
    moving(this.host, () => keepFocus(this.host, () => this.redraw()));
  }

  redraw() {
    const context = this.context();
    this.host.setAttribute("aria-busy", String(this.acting));
    document.body.className = `game${this.hintOn ? " hint-on" : ""}${context.ended && !this.closed ? " ended" : ""}`;
    document.title = `${say(this.brief.title)} – saizen`;
    put(
      this.host,
      this.header(),
      h("main", { class: "frame" }, this.table(context), this.panel(context)),
      this.bottom(),
    );
    const list = this.host.querySelector(".moves ol");
    const now = /** @type {HTMLElement} */ (list?.querySelector(".now"));
    if (list && now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
    const guesses = this.host.querySelector(".guesses");
    if (guesses) guesses.scrollTop = guesses.scrollHeight;
  }

  header() {
    const open = (menu) => (event) => menu(this, event.currentTarget);
    const level = `${this.opponent}${this.level.label ? ` · ${this.level.label}` : ""}`;
    return h(
      "header",
      { class: "top" },
      h("a", { class: "btn icon back", href: "#/", "aria-label": "Back to all games" }, icon("i-back")),
      h("a", { class: "logo", href: "#/", "aria-label": "saizen, all games" }, logo()),
      h("span", { class: "sep" }),
      h("h1", {}, this.brief.title),
      h(
        "div",
        { class: "acts" },
        h(
          "button",
          { class: "btn line", type: "button", "data-key": "rules", onclick: () => this.openRules() },
          icon("i-book"),
          "Rules",
        ),
        h(
          "button",
          { class: "btn line", type: "button", "data-key": "new", onclick: () => this.newGame() },
          icon("i-plus"),
          "New game",
        ),
        h(
          "button",
          {
            class: "btn line level keep",
            type: "button",
            "aria-haspopup": "menu",
            "data-key": "level",
            onclick: open(levelMenu),
          },
          this.level.options ? this.level.name : level,
          icon("i-down"),
        ),
        languageButton(),
        h(
          "button",
          {
            class: "btn icon line",
            type: "button",
            "aria-label": "Light or dark",
            "data-key": "theme",
            onclick: switchTheme,
          },
          icon("i-theme"),
        ),
        h(
          "button",
          {
            class: "btn icon line keep",
            type: "button",
            "aria-label": "More",
            "aria-haspopup": "menu",
            "data-key": "more",
            onclick: open(moreMenu),
          },
          icon("i-more"),
        ),
      ),
    );
  }

  openRules() {
    rulesDrawer(this, this.context());
  }

  table(context) {
    const { sitting, board } = this;
    const alone = Object.keys(sitting.players).filter((seat) => seat !== "2").length === 1;
    const bar = (seat) => board.bar(context, seat);
    const turn = context.asks;
    const own = board.alone?.(context) ?? { name: "You", level: "" };
    const mine = playerBar({ you: true, ...own, turn: turn && !context.ended, ...bar(sitting.seat) });
    const computer = this.level.label ? `Computer, ${this.level.label.toLowerCase()}` : "";
    const theirs = alone
      ? null
      : playerBar({
          name: this.opponent,
          level: this.opponent === "Computer" ? "" : computer,
          thinking: this.acting && sitting.node.kind === "move" && !sitting.ended,
          ...bar(1 - sitting.seat),
        });
    const rows = board.draw(context);
    const result = context.ended && !this.closed ? resultSheet(this, context) : null;
    const peek = this.selected !== null ? this.peek(context) : null;
    const top = alone ? mine : theirs;
    const hand = rows.at(-1)?.classList?.contains("hand") ? rows.pop() : null;
    const css = `table ${board.tableClass ?? ""}${alone ? " single" : ""}`;
    return h(
      "section",
      { class: css, id: "board", "aria-label": "Board" },
      top,
      rows,
      peek,
      hand,
      result,
      alone ? null : mine,
    );
  }

  /** What the chosen card does, and the button that plays it. */
  peek(context) {
    const { selected, board } = this;
    return h(
      "div",
      { class: "peek", role: "status" },
      h("p", {}, h("b", {}, board.moveName(context, selected)), board.effect?.(context, selected) ?? ""),
      h(
        "button",
        { class: "btn main", type: "button", "data-key": "play", onclick: () => this.choose(selected) },
        "Play",
      ),
    );
  }

  panel(context) {
    const back = this.view !== null || context.ended;
    return h(
      "aside",
      { class: "panel", "aria-label": "Coach and moves" },
      this.coach(context),
      back ? this.walk() : this.two(),
      this.sitting.ownTurns.length || this.round ? this.moves(context) : this.invitation(),
      this.foot(),
    );
  }

  coach(context) {
    const [strong, plain] = this.line(context);
    const { round } = this;
    const deal = round ? Math.min(round.results.length + (this.noted ? 0 : 1), round.deals) : 0;
    return h(
      "div",
      { class: "coach", "aria-live": "polite" },
      round ? h("p", { class: "why" }, `Class ${round.word}, deal ${deal} of ${round.deals}`) : null,
      h("p", { class: "say" }, h("b", {}, strong), plain ? ` ${plain}` : ""),
      this.problem ? h("p", { class: "why problem", role: "alert" }, this.problem) : null,
      this.note ? h("p", { class: "why" }, this.note) : null,
      this.why(context),
      this.evaluation(context),
      this.tip(context),
    );
  }

  /** The one sentence of the coach. */
  line(context) {
    if (this.busy && !context.ended) return ["Preparing.", this.busy === "Preparing" ? "" : this.busy];
    if (this.view !== null) return [`Move ${this.place(this.view)} again.`, "What else?"];
    if (context.ended) return [this.outcome(context).title, ""];
    if (!context.asks) return [`${this.opponent} is thinking.`, ""];
    const own = this.board.say?.(context);
    return own ?? ["Your turn.", this.board.explains || this.board.tableClass === "tri" ? "Pick a card." : ""];
  }

  /** One quiet line about the last choice. */
  why(context) {
    if (this.view !== null) return null;
    const turn = this.sitting.turns.findLast((one) => one.own);
    const judged = turn?.judged;
    if (!judged || !judged.grade || judged.grade === "only") return null;
    const name = this.phraseIn(turn, judged.chosen);
    if (judged.grade === "best") return h("p", { class: "why" }, `Your last move, ${name}, was best.`);
    const best = judged.best.length ? this.phraseIn(turn, judged.best[0]) : "";
    const lost = amount(this.sitting.unit, ownCost(this.sitting.unit, judged.cost));
    const better = best ? ` ${best.charAt(0).toUpperCase()}${best.slice(1)} was ${lost} better.` : "";
    const words =
      judged.grade === "good" ? `Your last move, ${name}, was good.` : `${name} was ${article(judged.grade)}.`;
    return h("p", { class: "why" }, capital(words), judged.grade === "good" && context ? "" : better);
  }

  nameIn(turn, move) {
    return this.board.moveName(this.contextOf(turn.from), move);
  }

  /** A move within a sentence. */
  phraseIn(turn, move) {
    return (this.board.phrase ?? this.board.moveName)(this.contextOf(turn.from), move);
  }

  contextOf(node) {
    return {
      board: this.sitting.game.drawing(node),
      seat: this.sitting.seat,
      opponent: this.opponent,
      first: this.first,
    };
  }

  /** The evaluation at the node that is shown: words, a number in the game's unit, a bar. */
  evaluation(context) {
    const { sitting } = this;
    const judged = this.view === null ? null : sitting.turns[this.view]?.judged;
    const value = this.view === null ? this.rated?.value : judged?.value;
    let shown = null;
    if (context.ended) {
      const { title, share } = this.outcome(context);
      shown = { words: title, more: "", share };
    } else if (value !== null && value !== undefined) {
      const total = (context.gained ?? 0) + value;
      const estimate = this.rated?.estimate ?? false;
      const most = this.board.most?.(context) ?? 0;
      shown = inWords({
        unit: sitting.unit,
        total: sitting.unit === "guesses" ? value : total,
        seat: sitting.seat,
        most,
        first: this.firstValue ?? 0,
        estimate,
      });
    }
    if (!shown)
      return h(
        "div",
        { class: "eval waiting", "aria-hidden": "true" },
        h("div", { class: "eval-b", vars: { v: "50%" } }),
      );
    const plain = ["guesses", "success", "stars"].includes(sitting.unit);
    const ends = { guesses: ["Start", "Found"], success: ["Lost", "Won"] }[sitting.unit] ?? ["You", this.opponent];
    return h(
      "div",
      { class: "eval", role: "img", "aria-label": `${shown.words.replace(/\.$/, "")}. ${shown.more}` },
      h("div", { class: "eval-w" }, h("b", {}, shown.words), h("span", { class: "num" }, shown.more)),
      h("div", { class: `eval-b${plain ? " plain" : ""}`, vars: { v: `${100 * shown.share}%` } }),
      h(
        "div",
        { class: "eval-e" },
        ends.map((end) => h("span", {}, end)),
      ),
    );
  }

  /** The hint: equal moves in one sentence, a mix as bars. */
  tip(context) {
    if (!this.hintOn || !this.hint) return null;
    const { moves } = this.hint;
    const optimal = moves.filter((move) => move.optimal);
    const mixed = optimal.filter((move) => move.probability > 0 && move.probability < 1 - 1e-9);
    const both = this.node.seats.length > 1 || this.node.hidden;
    const name = (move) => (this.board.phrase ?? this.board.moveName)(context, move.move);
    const title = (move) => this.board.moveName(context, move.move);
    const second = moves.find((move) => !move.optimal && move.cost > 0);
    const unit = this.sitting.unit;
    const cost = second ? ` ${capital(name(second))} would cost ${amount(unit, ownCost(unit, second.cost))}.` : "";
    if (both && mixed.length > 1) {
      const row = (move) =>
        h(
          "li",
          {},
          capital(title(move)),
          h("i", { vars: { v: `${100 * move.probability}%` } }),
          h("span", { class: "num" }, oneIn(move.probability)),
        );
      const sorted = [...mixed].sort((one, other) => other.probability - one.probability);
      return h(
        "div",
        { class: "tip" },
        h("h2", {}, icon("i-bulb"), `A perfect player mixes ${mixed.length} moves`),
        h("ul", { class: "mix" }, sorted.map(row)),
        h("p", {}, `Play one of them, and not always the same.${cost}`),
        this.beliefs(),
      );
    }
    const names = optimal.slice(0, 4).map(name);
    const more = optimal.length > 4 ? ` and ${optimal.length - 4} more` : "";
    const list =
      names.length > 1 ? `${names.slice(0, -1).join(", ")}${more ? ", " : " and "}${names.at(-1)}${more}` : names[0];
    const all =
      optimal.length === moves.length &&
      moves.length > 1 &&
      this.node.moves[this.sitting.seat]?.length === moves.length;
    const words = all
      ? "All moves are equally good."
      : optimal.length > 1
        ? `${capital(list)} are equally good.`
        : optimal.length
          ? `${capital(list)} is best.`
          : `${capital(name(moves[0]))} is a good choice.`;
    return h(
      "div",
      { class: "tip" },
      h("h2", {}, icon("i-bulb"), "Hint"),
      h("p", {}, words, all ? "" : cost),
      this.beliefs(),
    );
  }

  /** What the other may hold, the likeliest first. */
  beliefs() {
    const { beliefs = [] } = this.hint;
    if (!beliefs.length) return null;
    const bar = (share) => h("i", { vars: { v: `${100 * share}%` } });
    const row = ({ sees, probability }) =>
      h("li", {}, sees, bar(probability), h("span", { class: "num" }, percent(probability)));
    return [h("p", {}, `What ${this.opponent} may see:`), h("ul", { class: "mix" }, beliefs.slice(0, 6).map(row))];
  }

  two() {
    const can = this.sitting.asks(this.node) && !this.acting && !this.round;
    return h(
      "div",
      { class: "two" },
      h(
        "button",
        {
          class: "btn",
          type: "button",
          "data-hint": true,
          "data-key": "hint",
          disabled: !can,
          "aria-pressed": String(this.hintOn),
          onclick: () => this.toggleHint(),
        },
        icon("i-bulb"),
        "Hint",
      ),
      h(
        "button",
        {
          class: "btn",
          type: "button",
          "data-key": "undo",
          disabled: !this.sitting.ownTurns.length || Boolean(this.round),
          onclick: () => this.undo(),
        },
        icon("i-undo"),
        "Undo",
      ),
    );
  }

  /** Back and forward through the person's turns. */
  walk() {
    const own = this.sitting.ownTurns;
    const at = this.view ?? this.sitting.turns.length;
    const before = own.findLast((turn) => turn < at);
    const after = own.find((turn) => turn > at) ?? this.sitting.turns.length;
    return h(
      "div",
      { class: "two" },
      h(
        "button",
        {
          class: "btn",
          type: "button",
          "data-key": "back",
          disabled: before === undefined,
          onclick: () => this.lookBack(before),
        },
        icon("i-back"),
        "Back",
      ),
      h(
        "button",
        {
          class: "btn",
          type: "button",
          "data-key": "forward",
          disabled: this.view === null,
          onclick: () => this.lookBack(after),
        },
        "Forward",
      ),
    );
  }

  place(at) {
    return this.sitting.ownTurns.indexOf(at) + 1 || this.sitting.ownTurns.length + 1;
  }

  moves(context) {
    const { sitting } = this;
    const rows = sitting.ownTurns.map((at, number) => this.moveRow(at, number + 1));
    if (this.view === null && !context.ended) {
      rows.push(
        h(
          "li",
          { class: "now", "aria-current": "true" },
          h("span", { class: "k" }, String(rows.length + 1)),
          h("span", { class: "mv" }, h("em", {}, "…")),
        ),
      );
    }
    return h("div", { class: "moves" }, h("h2", {}, "Moves"), h("ol", { tabindex: "0", "aria-label": "Moves" }, rows));
  }

  moveRow(at, number) {
    const { sitting } = this;
    const turn = sitting.turns[at];
    const own = turn.entries.find((entry) => entry.seat === sitting.seat);
    const next = sitting.ownTurns.find((other) => other > at) ?? sitting.turns.length;
    const answers = sitting.turns.slice(at, next).flatMap((one) =>
      one.entries
        .filter((entry) => entry.seat !== sitting.seat && entry.seat !== 2)
        .map((entry) => (entry.move === UNSEEN ? entry.words : this.nameIn(one, entry.move)))
        .filter(Boolean),
    );
    const gradeName = turn.judged?.grade;
    const score = this.board.score({
      ...this.contextOf(sitting.nodes[next] ?? sitting.node),
      gained: (sitting.nodes[next] ?? sitting.node).gained,
    });
    const grade =
      gradeName && SIGNS[gradeName]
        ? h(
            "span",
            { class: `g ${CLASSES[gradeName]}`, title: gradeName },
            SIGNS[gradeName],
            h("span", { class: "vh" }, gradeName),
          )
        : null;
    const now = this.view === at;
    return h(
      "li",
      { class: now ? "now" : null, "aria-current": now ? "true" : null },
      h(
        "button",
        { class: "row", type: "button", "data-key": `turn ${at}`, onclick: () => this.lookBack(at) },
        h("span", { class: "k" }, String(number)),
        h("span", { class: "mv" }, h("em", {}, capital(this.nameIn(turn, own.move))), grade),
        h("span", { class: "mv op" }, h("em", {}, answers.map(capital).join(", "))),
        h("span", { class: "sc num" }, score),
      ),
    );
  }

  /** Before the first move: a first game for whoever is new, and today's puzzle. */
  invitation() {
    const address = `#/${encodeURIComponent(this.brief.name)}`;
    const puzzle = !this.sitting.node.hidden && (this.brief.puzzles || this.brief.kind !== "game");
    return h(
      "div",
      { class: "invitation" },
      this.brief.first ? h("a", { class: "btn", href: `${address}/first` }, "New here? First game") : null,
      puzzle ? h("a", { class: "btn", href: `${address}/puzzle` }, "Today's puzzle") : null,
    );
  }

  foot() {
    const details = this.source.links.analyse(this.brief.name, this.sitting.game.text(this.node));
    return h(
      "div",
      { class: "foot" },
      details ? h("a", { href: details }, "Details") : h("span"),
      h("button", { type: "button", "data-key": "share", onclick: () => this.share() }, icon("i-share"), "Share"),
    );
  }

  bottom() {
    const can = this.sitting.asks(this.node) && !this.acting && !this.round;
    const item = (name, label, act, more = {}) =>
      h("button", { type: "button", onclick: act, "data-key": `bottom ${label}`, ...more }, icon(name), label);
    return h(
      "nav",
      { class: "bottom", "aria-label": "Game" },
      item("i-undo", "Undo", () => this.undo(), { disabled: !this.sitting.ownTurns.length || Boolean(this.round) }),
      item("i-bulb", "Hint", () => this.toggleHint(), { "data-hint": true, disabled: !can }),
      item("i-book", "Rules", () => this.openRules()),
      item("i-plus", "New", () => this.newGame()),
    );
  }

  // ------------------------------------------------------------------ the end

  /** The result: {title, won (1, 0, -1), share}. */
  outcome(context) {
    const { unit, seat } = this.sitting;
    const gained = this.sitting.node.gained ?? 0;
    const own = (seat === 1 ? -1 : 1) * gained;
    const score = this.board.score({ ...context, gained });
    if (unit === "guesses") {
      const number = Number(score) || gained;
      return { title: `Found in ${number} ${number === 1 ? "guess" : "guesses"}.`, won: 1, share: 1 };
    }
    if (unit === "success") {
      return gained > 0.5
        ? { title: "You won. All cards are placed.", won: 1, share: 1 }
        : { title: `Stuck with ${score} of 52 cards placed.`, won: -1, share: 0 };
    }
    let won = Math.sign(own);
    if (unit === "share") won = (seat === 1 ? 1 - gained : gained) > 0.5 ? 1 : -1;
    if (unit === "stars")
      won = Math.sign(2 * (seat === 1 ? this.board.most(context) - gained : gained) - this.board.most(context));
    const by = score ? ` ${score}` : unit === "points" && won ? ` by ${Math.abs(own)}` : "";
    const title = won > 0 ? `You won${by}.` : won < 0 ? `You lost${by}.` : `Draw${by}.`;
    return { title, won, share: won > 0 ? 1 : won < 0 ? 0 : 0.5 };
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const article = (grade) => `${/^[aeiou]/.test(grade) ? "an" : "a"} ${grade}`;

/** A share as people say it: 1 in 4, 3 in 4. */
export function oneIn(share) {
  for (const parts of [2, 3, 4, 5]) {
    const count = Math.round(share * parts);
    if (count > 0 && count < parts && Math.abs(share - count / parts) < 0.004) return `${count} in ${parts}`;
  }
  return percent(share);
}

/** The squares that the last turn changed, on a board of squares. */
function changedSquares(nodes, at) {
  const [now, before] = [nodes[at]?.board, nodes[at - 1]?.board];
  if (!now || !before) return new Set();
  const [cells, old] = [now.rows.flat(), before.rows.flat()];
  return new Set(
    cells.flatMap((cell, i) =>
      cell.kind === "card" && (cell.text !== old[i]?.text || old[i]?.kind !== "card") ? [i] : [],
    ),
  );
}
