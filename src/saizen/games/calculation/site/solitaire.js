// The rules of Calculation. A position is {foundations, stacks, drawn}: cards on each foundation, the ranks of each stack
// from the bottom, the rank of the drawn card or null. Actions are {kind: "put" | "lay" | "move", stack, foundation}.

export const RANKS = "A23456789TJQK";
export const NAMES = "ABCD";
const MOST = RANKS.length;

/** The ranks that the foundation counting by a step takes, in order. */
export const sequence = (step) => Array.from({ length: MOST }, (_, i) => ((step * (i + 1) - 1) % MOST) + 1);
const SEQUENCES = [1, 2, 3, 4].map(sequence);

export function firstPosition(stacks) {
  return { foundations: [0, 0, 0, 0], stacks: Array.from({ length: stacks }, () => []), drawn: null };
}

/** The rank that a foundation waits for; undefined when it is complete. */
export const waiting = (at, foundation) => SEQUENCES[foundation][at.foundations[foundation]];

/** What can be done with the drawn card; before drawing, what can be moved. */
export function actions(at) {
  const takes = (rank) => [0, 1, 2, 3].filter((foundation) => rank !== undefined && waiting(at, foundation) === rank);
  if (at.drawn === null) {
    return at.stacks.flatMap((ranks, stack) =>
      takes(ranks.at(-1)).map((foundation) => ({ kind: "move", stack, foundation })),
    );
  }
  const puts = takes(at.drawn).map((foundation) => ({ kind: "put", foundation }));
  return [...puts, ...at.stacks.map((_, stack) => ({ kind: "lay", stack }))];
}

export function after(at, { kind, stack, foundation }) {
  const { foundations, stacks, drawn } = at;
  if (kind === "lay") return { foundations, stacks: stacks.with(stack, [...stacks[stack], drawn]), drawn: null };
  return {
    foundations: foundations.with(foundation, foundations[foundation] + 1),
    stacks: kind === "move" ? stacks.with(stack, stacks[stack].slice(0, -1)) : stacks,
    drawn: null,
  };
}

/** How many cards of each rank are still in the deck, the ace first. */
export function deckOf(at) {
  const left = new Array(MOST).fill(4);
  at.foundations.forEach((size, foundation) =>
    SEQUENCES[foundation].slice(0, size).forEach((rank) => left[rank - 1]--),
  );
  for (const rank of at.stacks.flat()) left[rank - 1]--;
  if (at.drawn !== null) left[at.drawn - 1]--;
  return left;
}

export const countOf = (deck) => deck.reduce((sum, count) => sum + count, 0);
export const isComplete = (at) => at.foundations.every((size) => size === MOST);

/** An action as Python writes it. */
export function actionText(at, { kind, stack, foundation }) {
  if (kind === "put") return `PUT(${NAMES[foundation]})`;
  if (kind === "lay") return `STACK(${stack + 1})`;
  return `MOVE('${RANKS[at.stacks[stack].at(-1) - 1]}',${stack + 1},${NAMES[foundation]})`;
}

/** The same position, whichever way its stacks stand. */
export function keyOf({ foundations, stacks }) {
  const names = stacks.map((ranks) => ranks.map((rank) => RANKS[rank - 1]).join(""));
  return `${foundations.join()}/${names.sort().join()}`;
}

/** Everything that can be reached by moving cards, by its key. */
export function reachable(at) {
  const found = new Map([[keyOf(at), at]]);
  const open = [at];
  for (const one of open) {
    for (const action of actions(one)) {
      const next = after(one, action);
      const key = keyOf(next);
      if (found.has(key)) continue;
      found.set(key, next);
      open.push(next);
    }
  }
  return found;
}

/** The position as Python writes it. */
export function textOf(at) {
  const cards = (ranks) => ranks.map((rank) => RANKS[rank - 1]).join("") || "-";
  const sizes = at.foundations.map((size, foundation) => `${NAMES[foundation]}${size}`).join(" ");
  const drawn = at.drawn === null ? [] : [RANKS[at.drawn - 1]];
  return [sizes, at.stacks.map(cards).join(" "), ...drawn].join(" / ");
}

/** Read what `textOf` writes; null where it is none. */
export function readPosition(text) {
  const [sizes, stacks, drawn] = text.split(" / ");
  const ranks = (cards) => (cards === "-" ? [] : [...cards].map((name) => RANKS.indexOf(name) + 1));
  const foundations = sizes.split(" ").map((word) => Number(word.slice(1)));
  if (stacks === undefined || foundations.some((size) => !(size <= MOST))) return null;
  const position = { foundations, stacks: stacks.split(" ").map(ranks), drawn: drawn ? ranks(drawn)[0] : null };
  return deckOf(position).some((left) => left < 0) ? null : position;
}
