// R-Rivals: what follows a trick, looked up in the table of tricks that Python wrote. Hands are sets of bits; a
// position is {mine, yours, myPoints, yourPoints, myStake, yourStake, spy, general}, as in Python.

/** Which cards a set of bits has, for each of the sets. */
export const CARDS = Array.from({ length: 256 }, (_, set) =>
  [0, 1, 2, 3, 4, 5, 6, 7].filter((card) => (set >> card) & 1),
);

/** The full hands. */
export function firstPosition(settings, deck) {
  const hand = deck.reduce((set, card) => set | (card.in_play ? 1 << card.number : 0), 0);
  return { mine: hand, yours: hand, myPoints: 0, yourPoints: 0, myStake: 1, yourStake: 1, spy: 0, general: 0 };
}

/** The position from the opponent's side. */
export function flipped(at) {
  return {
    mine: at.yours,
    yours: at.mine,
    myPoints: at.yourPoints,
    yourPoints: at.myPoints,
    myStake: at.yourStake,
    yourStake: at.myStake,
    spy: -at.spy,
    general: -at.general,
  };
}

/** What a trick does: {result, decides, ministers: [mine, yours], spy, general}. */
export function trickOf(tricks, general, mine, yours) {
  const code = tricks[(general + 1) * 64 + mine * 8 + yours];
  return {
    result: (code & 3) - 1,
    decides: Boolean(code & 4),
    ministers: [(code >> 3) & 1, (code >> 4) & 1],
    spy: ((code >> 5) & 3) - 1,
    general: ((code >> 7) & 3) - 1,
  };
}

export class Positions {
  /** @param {{tricks: number[], parts: any}} data what Python wrote */
  constructor({ tricks, parts }) {
    this.tricks = tricks;
    this.win = parts.settings.points_to_win;
    this.extra = parts.settings.minister_points - 1;
    this.first = firstPosition(parts.settings, parts.deck);
  }

  /**
   * Play both cards: the next position, or the end of the game, which has a result.
   * @returns {any}
   */
  after(at, mine, yours) {
    const trick = trickOf(this.tricks, at.general, mine, yours);
    const hands = { mine: at.mine & ~(1 << mine), yours: at.yours & ~(1 << yours) };
    const end = (result, myPoints, yourPoints) => {
      const points = { myPoints: Math.min(myPoints, this.win), yourPoints: Math.min(yourPoints, this.win) };
      return { ...hands, ...points, myStake: 1, yourStake: 1, spy: 0, general: 0, result };
    };
    if (trick.decides) return end(trick.result, at.myPoints, at.yourPoints);
    const myStake = at.myStake + this.extra * trick.ministers[0];
    const yourStake = at.yourStake + this.extra * trick.ministers[1];
    const myPoints = at.myPoints + (trick.result > 0 ? myStake : 0);
    const yourPoints = at.yourPoints + (trick.result < 0 ? yourStake : 0);
    if (myPoints >= this.win || yourPoints >= this.win) return end(trick.result, myPoints, yourPoints);
    if (!hands.mine) return end(0, myPoints, yourPoints);
    const carried = trick.result === 0 ? 1 : 0;
    return {
      ...hands,
      myPoints,
      yourPoints,
      myStake: Math.min(1 + carried * myStake, this.win - myPoints),
      yourStake: Math.min(1 + carried * yourStake, this.win - yourPoints),
      spy: trick.spy,
      general: trick.general,
    };
  }
}

/** Who shows a card or replies to one, where a spy acts; null where both choose at once. */
export function mover(at) {
  if (at.spy === 0) return null;
  return at.spy < 0 === (at.seen === undefined) ? 0 : 1;
}

const SIGN = { 1: "+", "-1": "-" };

/** The position as Python writes it. */
export function textOf(at) {
  const words = [
    `${CARDS[at.mine].join("")}/${CARDS[at.yours].join("")}`,
    `${at.myPoints}-${at.yourPoints}`,
    `${at.myStake}-${at.yourStake}`,
  ];
  if (at.spy) words.push(`spy${SIGN[at.spy]}`);
  if (at.general) words.push(`gen${SIGN[at.general]}`);
  if (at.seen !== undefined) words.push(`seen=${at.seen}`);
  return words.join(" ");
}

const FORM = /^[0-7]+\/[0-7]+ \d+-\d+ \d+-\d+( spy[+-])?( gen[+-])?( seen=[0-7])?$/;

/** Read what `textOf` writes; null where it is none. */
export function positionOf(text) {
  if (!FORM.test(text)) return null;
  const [hands, points, stakes, ...words] = text.split(" ");
  const [mine, yours] = hands.split("/").map((hand) => [...hand].reduce((set, card) => set | (1 << Number(card)), 0));
  const [myPoints, yourPoints] = points.split("-").map(Number);
  const [myStake, yourStake] = stakes.split("-").map(Number);
  const sign = (word) => (words.includes(`${word}+`) ? 1 : words.includes(`${word}-`) ? -1 : 0);
  const at = { mine, yours, myPoints, yourPoints, myStake, yourStake, spy: sign("spy"), general: sign("gen") };
  const seen = words.find((word) => word.startsWith("seen="));
  return seen ? { ...at, seen: Number(seen.slice(5)) } : at;
}
