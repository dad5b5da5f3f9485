// Trick taking with open hands, by search: hands are sets of bits, bit 0 the weakest card. Players are 0 for Left and
// 1 for Right.

const BITS = 18;

/** The cards of a set, weakest first. */
export function cardsOf(set) {
  const cards = [];
  for (let rest = set; rest; rest &= rest - 1) cards.push(31 - Math.clz32(rest & -rest));
  return cards;
}

export class Search {
  /**
   * @param {number} score the set of score cards
   * @param {boolean} avoid whether both want few of them
   */
  constructor(score, avoid) {
    this.score = score;
    this.sign = avoid ? -1 : 1;
    this.memo = new Map();
  }

  /** How many score cards lie in a trick. */
  count(card, other) {
    return ((this.score >> card) & 1) + ((this.score >> other) & 1);
  }

  /** The best of some values for a player. */
  best(player, values) {
    return player === (this.sign > 0 ? 0 : 1) ? Math.max(...values) : Math.min(...values);
  }

  /** How many score cards Left takes from here on. */
  value(left, right, lead) {
    if (!left) return 0;
    const key = (left * 2 ** BITS + right) * 2 + lead;
    let value = this.memo.get(key);
    if (value === undefined) {
      const cards = cardsOf(lead ? right : left);
      value = this.best(
        lead,
        cards.map((card) => this.led(left, right, lead, card)),
      );
      this.memo.set(key, value);
    }
    return value;
  }

  /** What Left takes after a card was led. */
  led(left, right, lead, card) {
    const replies = cardsOf(lead ? left : right);
    return this.best(
      1 - lead,
      replies.map((reply) => this.replied(left, right, lead, card, reply)),
    );
  }

  /** What Left takes after both cards were played, this trick included. */
  replied(left, right, lead, card, reply) {
    const winner = card > reply ? lead : 1 - lead;
    const rest = ~((1 << card) | (1 << reply));
    return (winner ? 0 : this.count(card, reply)) + this.value(left & rest, right & rest, winner);
  }
}
