// Trick taking without a server: the rules, and values by search.

import { Refused } from "/static/play/js/refused.js";
import { rated } from "/static/play/js/rating.js";
import { dealtText, readDeal } from "./deals.js";
import { draw, textOf, trickWords } from "./drawing.js";
import { Search, cardsOf } from "./search.js";

class Tricks {
  /** @param {any} deal what `readDeal` returns */
  constructor({ score, numbers, ...first }, avoid) {
    this.first = first;
    this.avoid = avoid;
    this.deal = { score, numbers };
    this.search = new Search(score, avoid);
    this.players = { [this.seat(0)]: "left", [this.seat(1)]: "right", 2: "dealer" };
    this.form = "the number of a card, as 7";
  }

  /** Left or Right has the turn. */
  turn(at) {
    return at.led === null ? at.lead : 1 - at.lead;
  }

  /** The seat of Left or Right, and the other way round: who wants score cards has the first. */
  seat(player) {
    return this.avoid ? 1 - player : player;
  }

  /** The cards that can be played, strongest first. */
  legal(at) {
    return cardsOf(this.turn(at) ? at.right : at.left).reverse();
  }

  look(at) {
    if (!at.left) return { kind: "end", seats: [], moves: {}, odds: [] };
    const seat = this.seat(this.turn(at));
    const moves = this.legal(at).map((card) => String(this.deal.numbers[card]));
    return { kind: "move", seats: [seat], moves: { [seat]: moves }, odds: [] };
  }

  after(at, moves) {
    const [typed] = Object.values(moves);
    const card = this.legal(at).find((one) => String(this.deal.numbers[one]) === typed);
    if (card === undefined) throw new Refused(`${typed}: this card cannot be played here.`);
    if (at.led === null) return { position: { ...at, led: card }, reward: 0, words: "" };
    const winner = at.led > card ? at.lead : 1 - at.lead;
    const rest = ~((1 << card) | (1 << at.led));
    const position = { left: at.left & rest, right: at.right & rest, lead: winner, led: null };
    const count = this.search.count(card, at.led);
    const [strong, weak] = [card, at.led].sort((one, other) => other - one).map((one) => this.deal.numbers[one]);
    return { position, reward: winner ? 0 : count, words: trickWords(winner, strong, weak, count, !position.left) };
  }

  drawing(at, seat) {
    return draw(this.deal, at, seat === null ? null : this.seat(seat), this.turn(at));
  }

  text(at) {
    return textOf(this.deal, at);
  }

  /** What each card leaves to Left; the best first, then the strongest. */
  rate(at, seat) {
    const { left, right, lead, led } = at;
    const worth = (card) =>
      led === null ? this.search.led(left, right, lead, card) : this.search.replied(left, right, lead, led, card);
    const moves = this.legal(at).map((card) => ({ move: String(this.deal.numbers[card]), value: worth(card) }));
    moves.sort((one, other) => (seat ? one.value - other.value : other.value - one.value));
    return rated(moves[0].value, moves, seat);
  }
}

/**
 * @param {any} _load nothing is loaded
 * @param {any} setup the options of the rules, a position, or the seed of a deal
 */
export async function open(_load, { options = {}, start = null, seed = 0 }) {
  if (options.left || options.right) throw new Refused("Without a server write the hands as a position.");
  return new Tricks(readDeal(start ?? dealtText(options, seed)), options.objective === "avoid");
}
