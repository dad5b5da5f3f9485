// A position with a question: today's puzzle, or a step of a first game. The visitor answers on the board.

import { boardOf } from "./boards.js";
import { h } from "./dom.js";
import { amount, ownCost, percent, winChance } from "./grades.js";
import { capital, playerBar } from "./pieces.js";

const OPPONENT = "Momo";

export class Question {
  /**
   * @param {any} source the answers: the server, or files
   * @param {any} brief what the catalogue says of the game
   * @param {any} item start, seat, question, say, best (moves); a lesson also says what to tell: yes and no
   * @param {() => void} redraw
   */
  constructor(source, brief, item, redraw) {
    this.brief = brief;
    this.item = item;
    this.redraw = redraw;
    this.board = boardOf(brief.name);
    this.opponent = brief.kind === "game" ? OPPONENT : "Computer";
    this.best = [].concat(item.best);
    this.selected = null;
    /** What was answered: {right, words}. */
    this.answer = null;
    const options = item.options ?? {};
    this.game = source.open(brief.name, { start: item.start, seat: item.seat, options });
  }

  async begin() {
    this.node = await this.game.start();
    this.unit = this.node.unit;
    return this;
  }

  /** What the board needs to draw itself. */
  context() {
    const { seat } = this.item;
    const own = this.node.moves[seat] ?? null;
    const say = (text) => this.board.words({ seat, opponent: this.opponent }, text);
    return {
      board: this.game.drawing(this.node),
      first: this.node,
      seat,
      opponent: this.opponent,
      ended: false,
      gained: 0,
      turns: [],
      asks: true,
      listed: own,
      moves: new Set(own ?? []),
      best: new Set(),
      selected: this.selected,
      explains: Boolean(this.board.explains),
      japanese: Boolean(this.board.japanese),
      lastMove: null,
      lastSquares: new Set(),
      lastWords: "",
      redraw: () => this.redraw(),
      say,
      choose: (move) => this.choose(move),
    };
  }

  /** The board with the bars of the players. */
  table() {
    const { board } = this;
    const context = this.context();
    const alone = Object.keys(this.node.players).filter((seat) => seat !== "2").length === 1;
    const own = board.alone?.(context) ?? { name: "You", level: "" };
    const mine = playerBar({ you: true, ...own, turn: true, ...board.bar(context, this.item.seat) });
    const theirs = alone ? null : playerBar({ name: this.opponent, ...board.bar(context, 1 - this.item.seat) });
    return h(
      "section",
      { class: `table ${board.tableClass ?? ""}${alone ? " single" : ""}`, id: "board", "aria-label": "Board" },
      alone ? mine : theirs,
      board.draw(context),
      alone ? null : mine,
    );
  }

  async choose(move) {
    this.selected = move;
    const right = this.best.includes(move);
    this.answer = { right, words: (right ? this.item.yes : this.item.no?.[move]) ?? (await this.words(move, right)) };
    this.redraw();
  }

  name(move) {
    const context = this.context();
    return (this.board.phrase ?? this.board.moveName)(context, move);
  }

  /** What an answer is worth, in words. */
  async words(move, right) {
    const name = this.name(move);
    let rated = null;
    try {
      rated = await this.game.rate(this.node.state, this.item.seat, right ? [] : [move]);
    } catch {
      return right ? `Yes. ${capital(name)} is best.` : `Not ${name}. One move is better.`;
    }
    const chosen = rated.moves.find((one) => one.move === move);
    if (this.unit === "chance") return chanceWords(name, winChance("chance", chosen.value, this.item.seat), right);
    if (right) return `Yes. ${capital(name)} is best.`;
    const lost = amount(this.unit, ownCost(this.unit, chosen.cost));
    return `Tempting: ${name} costs ${lost}. One move is better.`;
  }
}

function chanceWords(name, chance, right) {
  const sure = chance > 1 - 1e-9;
  if (right) return sure ? `Yes. With ${name} you win for certain.` : `Yes. With ${name} you win ${percent(chance)}.`;
  const often = chance > 0.45 ? `Tempting: ${name} wins` : `${capital(name)} wins only`;
  return `${often} ${percent(chance)} of the time. One move is better.`;
}
