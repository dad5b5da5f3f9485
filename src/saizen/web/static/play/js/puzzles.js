// The puzzle of the day for every game: from the game's file, or found by playing at random and rating positions.

import { gradeOf } from "./grades.js";
import { dice, draw } from "./sitting.js";

const DAY = 24 * 60 * 60 * 1000;
const MOST_GAMES = 12;
const LONGEST_GAME = 60;
const FEWEST_MOVES = 3;

/** Today as days since 1970, in the visitor's own time. */
export function today(now = new Date()) {
  return Math.floor((now.getTime() - now.getTimezoneOffset() * 60000) / DAY);
}

/** The puzzle of a game for a day; null where none is found. */
export async function puzzleOf(source, brief, day) {
  if (!brief.puzzles) return findPuzzle(source, brief, day);
  const all = await source.page(brief.puzzles);
  return all[day % all.length];
}

/** A position in which one move alone is best: the same one for everybody on that day. */
export async function findPuzzle(source, brief, day) {
  const roll = dice(day);
  const game = source.open(brief.name, { seed: day });
  for (let number = 0; number < MOST_GAMES; number++) {
    let node = await game.start();
    const { unit, players } = node;
    if (node.hidden) return null;
    for (let ply = 0; ply < LONGEST_GAME && node.kind !== "end"; ply++) {
      const puzzle = ply > 1 ? await puzzleAt(game, node, unit, players) : null;
      if (puzzle) return puzzle;
      node = await game.after(node.state, anyEntries(node, roll));
    }
  }
  return null;
}

/** What the seats at a node could do, at random. */
function anyEntries(node, roll) {
  if (node.kind === "chance") return [{ seat: node.seats[0], move: draw(node.odds, roll()) }];
  return node.seats.map((seat) => ({ seat, move: node.moves[seat][Math.floor(roll() * node.moves[seat].length)] }));
}

async function puzzleAt(game, node, unit, players) {
  const [seat] = node.seats;
  const moves = node.moves[seat];
  if (node.kind !== "move" || node.seats.length > 1 || !moves || moves.length < FEWEST_MOVES) return null;
  const { moves: rated } = await game.rate(node.state, seat);
  const best = rated.filter((move) => move.optimal);
  const second = Math.min(...rated.filter((move) => !move.optimal).map((move) => move.cost));
  if (best.length !== 1 || gradeOf(unit, second, false) === "good") return null;
  const who = Object.keys(players).length > 2 ? "It is your turn." : "Your turn.";
  const say = "Touch the move that you would make.";
  return {
    start: game.text(node),
    seat,
    question: "One move is best. Which?",
    say: `${who} ${say}`,
    best: [best[0].move],
  };
}
