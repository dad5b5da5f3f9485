// Memory as the board draws it, as Python gives it, and in words.

import { cardAt, isOver, kindOf, known, knownPairs, left, matesOf, places } from "./table.js";

/** The letters that are left by kind, as the board orders them: {cards, seen, count}. */
function kindsOf(at, letters) {
  const kinds = new Map();
  for (const letter of letters.keys()) {
    const name = kindOf(at, letters, letter);
    const [cards, seen] = name.split("@").map(Number);
    if (cards) kinds.set(name, { cards, seen, count: (kinds.get(name)?.count ?? 0) + 1 });
  }
  return [...kinds.values()].sort((one, other) => other.cards - one.cards || other.seen - one.seen);
}

/** The board behind the table: how many letters of which size, and what is known of them. */
function boardText(kinds) {
  const sizes = new Map();
  for (const { cards, count } of kinds) sizes.set(cards, (sizes.get(cards) ?? 0) + count);
  const all = [...sizes].map(([cards, count]) => `${cards}x${count}`).join("+");
  const seen = kinds.filter((kind) => kind.seen);
  const marks = seen.map((kind) => `${kind.cards}x${kind.count}${kind.seen > 1 ? `@${kind.seen}` : ""}`);
  return (all || "empty") + (marks.length ? `:${marks.join("+")}` : "");
}

/** The board in the paper's numbers; null where it has none. */
function paperBoard(kinds) {
  if (kinds.some(({ cards, seen }) => ![2, 4].includes(cards) || seen > 1)) return null;
  const count = (wanted) => kinds.filter(wanted).reduce((sum, kind) => sum + kind.count, 0);
  return {
    na: count(() => true),
    nf: count((kind) => kind.cards === 4),
    ka: count((kind) => kind.seen),
    kf: count((kind) => kind.cards === 4 && kind.seen),
  };
}

/** What stands under the table. */
function notes({ players, note }, at, letters) {
  const said = [note, `Pairs: ${players[0]} ${at.score[0]}, ${players[1]} ${at.score[1]}.`];
  const count = left(at).length;
  const who = players[at.mover];
  if (at.over && count) {
    const stay = count === 1 ? "1 card stays" : `${count} cards stay`;
    return [...said, `Nobody gains by turning another card: ${stay}, and the game is over.`];
  }
  if (isOver(at)) return said;
  const mates = at.turned === null ? [] : matesOf(at);
  const must = mates.length ? `; its mate must be taken: ${mates.join(" or ")}` : "";
  if (at.turned !== null) return [...said, `${who} turns the second card${must}.`];
  const pairs = knownPairs(at, letters).map((pair) => pair.join(" "));
  if (pairs.length) return [...said, `${who} to move: a known pair must be taken: ${pairs.join(" or ")}.`];
  return [...said, `${who} turns the first card.`];
}

/** The drawing of a table; shown is what Python wrote of the first one. */
export function draw(shown, at, letters) {
  const legal = new Set(isOver(at) ? [] : places(at, letters));
  const kinds = kindsOf(at, letters);
  const cards = at.cards.map((card, i) => {
    const gone = card !== "?" && card === card.toLowerCase();
    const state = gone ? "gone" : i + 1 === at.turned ? "open" : "back";
    const letter = state === "back" ? null : card.toUpperCase();
    return { place: i + 1, state, letter, move: legal.has(i + 1) ? String(i + 1) : null };
  });
  const parts = {
    ...shown.parts,
    cards,
    turned: at.turned,
    fresh: at.fresh,
    passed: at.over,
    over: at.over,
    remembered: known(at).map((place) => ({ place, letter: cardAt(at, place) })),
    score: at.score,
    turn: isOver(at) ? null : shown.players[at.mover],
    first: at.fresh ? kindOf(at, letters, cardAt(at, at.turned)) : null,
    board: boardText(kinds),
    paper: paperBoard(kinds),
  };
  return { rows: [], notes: notes(shown, at, letters), parts };
}

/** What the first card of a turn is, and whether its mate is known; fresh where nobody knew it. */
export function firstWords(at, place, letter, fresh) {
  const said = `card ${place} is ${letter}${fresh ? "" : " again"}`;
  const mates = known(at).filter((other) => other !== place && cardAt(at, other) === letter);
  if (mates.length) return `${said}; ${letter}'s mate is known at ${mates.join(" and ")}`;
  return `${said}; no mate of ${letter} is known`;
}

/** What the second card of a turn brought about. */
export function secondWords({ players }, at, place, letter, over) {
  const said = `card ${place} is ${letter}`;
  if (letter === cardAt(at, at.turned)) {
    const more = left(at).length > 2 ? " and goes on" : "";
    return `${said}; a pair: ${players[at.mover]} takes ${letter} ${letter}${more}`;
  }
  if (over) return `${said}; both cards were known: nobody gains by turning another card, so the game ends`;
  return `${said}; no pair, the turn goes to ${players[1 - at.mover]}`;
}
