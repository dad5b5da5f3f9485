// Calculation as the board draws it, as Python gives it, and in words.

import { NAMES, RANKS, actionText, countOf, deckOf, isComplete, sequence, waiting } from "./solitaire.js";

const NOTE = "Behind its cards each foundation shows the rank that it waits for.";
const name = (rank) => RANKS[rank - 1];

function fromTo({ kind, stack, foundation }) {
  if (kind === "lay") return { from: "drawn", to: `stack ${stack + 1}` };
  return { from: kind === "put" ? "drawn" : `stack ${stack + 1}`, to: `foundation ${NAMES[foundation]}` };
}

/** The drawing of a position with what can be done there; over at the end. */
export function draw(at, choices, over) {
  const deck = deckOf(at);
  const moves = choices.map((action) =>
    action ? { move: actionText(at, action), ...fromTo(action) } : { move: "DRAW", from: "deck", to: "drawn" },
  );
  const foundations = at.foundations.map((size, foundation) => {
    const ranks = sequence(foundation + 1).map(name);
    const waits = ranks[size] ?? null;
    return {
      name: NAMES[foundation],
      step: foundation + 1,
      cards: ranks.slice(0, size),
      to_come: ranks.slice(size),
      waits,
    };
  });
  const parts = {
    kind: "solitaire",
    foundations,
    stacks: at.stacks.map((ranks, i) => ({ name: String(i + 1), cards: ranks.map((rank) => ({ text: name(rank) })) })),
    drawn: at.drawn === null ? null : { text: name(at.drawn) },
    deck: { left: countOf(deck), ranks: deck.map((left, i) => ({ text: RANKS[i], left })) },
    moves,
    result: over ? (isComplete(at) ? "won" : "lost") : null,
  };
  return { rows: [], notes: [NOTE], parts };
}

/** A card that was drawn. */
export function drawnWords(at) {
  const waits = [...NAMES].filter((_, foundation) => waiting(at, foundation) === at.drawn);
  if (!waits.length) return `${name(at.drawn)} is drawn; no foundation waits for it`;
  return `${name(at.drawn)} is drawn; ${waits.join(" and ")} wait${waits.length === 1 ? "s" : ""} for it`;
}

/** An action at a position, and what it brought about. */
export function actionWords(at, { kind, stack, foundation }, next, over) {
  const place = `stack ${stack + 1}`;
  const top = at.stacks[stack]?.at(-1);
  const now = kind === "lay" ? undefined : waiting(next, foundation);
  const waits = now === undefined ? "is complete" : `now waits for ${name(now)}`;
  const card = kind === "move" ? `${name(top)} goes from ${place}` : `${name(at.drawn)} goes`;
  const laid = `${name(at.drawn)} is laid onto ${top === undefined ? place : `the ${name(top)} of ${place}`}`;
  const said = kind === "lay" ? laid : `${card} to foundation ${NAMES[foundation]}, which ${waits}`;
  if (!over) return said;
  return `${said}; ${isComplete(next) ? "all cards are out: success" : "nothing moves any more: lost"}`;
}
