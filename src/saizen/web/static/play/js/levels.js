// Opponents and levels; what the browser remembers of them.

const OPPONENTS = [
  { name: "Momo", label: "Easy", strength: 0.3, says: "Often picks at random." },
  { name: "Kai", label: "Medium", strength: 0.67, says: "Slips in one move of three." },
  { name: "Toki", label: "Strong", strength: 0.9, says: "Slips in one move of ten." },
  { name: "Saizen", label: "Perfect", strength: 1, says: "Never makes a mistake." },
];

/** The levels of a game: its own (a size of the problem), or the opponents, easy first. */
export function levelsFor(brief, board) {
  return board.levels ?? OPPONENTS;
}

/** The opponent after one: stronger after each win. */
export function nextLevel(levels, level) {
  return levels[levels.indexOf(level) + 1] ?? null;
}

function stored(key) {
  try {
    return localStorage.getItem(`saizen.${key}`);
  } catch {
    return null;
  }
}

/** Keep something in this browser only. */
export function store(key, value) {
  try {
    localStorage.setItem(`saizen.${key}`, value);
  } catch {
    // a private window keeps nothing
  }
}

/** What was kept in this browser under a key, as data; else what is usual. */
export function recall(key, usual) {
  try {
    const data = JSON.parse(stored(key) ?? "null");
    return data !== null && typeof data === typeof usual ? data : usual;
  } catch {
    return usual;
  }
}

export function remembered(game, levels) {
  return levels.find((level) => level.name === stored(`level.${game}`)) ?? levels[0];
}

export function remember(game, level) {
  store(`level.${game}`, level.name);
}

/** The days on which a puzzle was solved, the last ones, as days since 1970. */
export function solvedDays() {
  const days = recall("puzzles", []);
  return Array.isArray(days) ? days.filter(Number.isInteger) : [];
}

/** Note that today's puzzle is solved. */
export function noteSolved(day) {
  store("puzzles", JSON.stringify([...new Set([...solvedDays(), day])].slice(-60)));
}

/** How many days in a row up to today, or up to yesterday. */
export function streak(days, today) {
  const there = new Set(days);
  let last = there.has(today) ? today : today - 1;
  let count = 0;
  while (there.has(last)) {
    count += 1;
    last -= 1;
  }
  return count;
}
