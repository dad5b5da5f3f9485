// How good a choice or a position is, in the game's own unit. Grades are absolute: the same cost has the same grade
// whatever else could be played.

/** Costs from which a choice is an inaccuracy, a mistake, a blunder; chances are shares of a won game. */
const STEPS = {
  chance: [0.05, 0.1, 0.15],
  share: [0.05, 0.1, 0.15],
  success: [0.05, 0.1, 0.15],
  pairs: [0.2, 0.5, 1],
  stars: [0.5, 1, 2],
  guesses: [0.1, 0.3, 0.6],
  points: [0.2, 0.5, 1],
};
const NAMES = ["inaccuracy", "mistake", "blunder"];
export const SIGNS = { best: "✓", good: "✓", only: "", inaccuracy: "?!", mistake: "?", blunder: "??" };
export const CLASSES = { best: "", good: "", only: "", inaccuracy: "i", mistake: "m", blunder: "b" };

/** A cost as the player counts it: a value from -1 to 1 is twice the chance to win. */
export function ownCost(unit, cost) {
  return unit === "chance" ? cost / 2 : cost;
}

/** The grade of a choice: best, good, inaccuracy, mistake or blunder. */
export function gradeOf(unit, cost, optimal) {
  if (optimal) return "best";
  const steps = STEPS[unit] ?? STEPS.points;
  const lost = ownCost(unit, cost);
  const size = steps.filter((step) => lost >= step - 1e-12).length;
  return size ? NAMES[size - 1] : "good";
}

/** A number with at most so many decimals, without trailing zeros. */
export function short(value, digits = 1) {
  const rounded = Number(value.toFixed(digits));
  return String(Object.is(rounded, -0) ? 0 : rounded);
}

/** Whole percent; what is not quite certain is never written as 0 or 100. */
export function percent(share) {
  const whole = Math.round(100 * share);
  if (whole === 100 && share < 1 - 1e-9) return "99 %";
  if (whole === 0 && share > 1e-9) return "1 %";
  return `${whole} %`;
}

const SINGULAR = { pairs: "pair", stars: "star", guesses: "guess" };

/** An amount of a unit in words: 8 %, 0.7 pairs, 1 star. */
export function amount(unit, value) {
  if (["chance", "share", "success"].includes(unit)) return percent(value);
  const number = short(value);
  return `${number} ${number === "1" ? (SINGULAR[unit] ?? "point") : unit}`;
}

/** What a total (gained and still to be gained, as MAX counts) means to a seat: the chance to win, or null. */
export function winChance(unit, total, seat) {
  const sign = seat === 1 ? -1 : 1;
  if (unit === "chance") return clamp((sign * total + 1) / 2);
  if (unit === "share") return clamp(sign > 0 ? total : 1 - total);
  return unit === "success" ? clamp(total) : null;
}

function clamp(share) {
  return Math.min(1, Math.max(0, share));
}

const BANDS = [
  [0.15, "Losing"],
  [0.35, "Clearly behind"],
  [0.45, "Slightly behind"],
  [0.55, "Even"],
  [0.65, "Slightly ahead"],
  [0.85, "Clearly ahead"],
  [2, "Winning"],
];

/**
 * A position in words: {words, more, share}; share is how much of the bar is the player's.
 * @param {{unit: string, total: number, seat: number, drawn?: boolean, most?: number, first?: number,
 *   estimate?: boolean}} position most: how many stars there are; first: the value at the start of the game
 */
export function inWords({ unit, total, seat, drawn = true, most = 0, first = 0, estimate = false }) {
  const chance = winChance(unit, total, seat);
  if (unit === "success") return success(chance, estimate);
  if (chance !== null) return chanceWords(chance, drawn && unit === "chance");
  const sign = seat === 1 ? -1 : 1;
  if (unit === "guesses") {
    const more = `about ${short(total)} more ${total > 1.05 ? "guesses" : "guess"}`;
    return { words: total <= 1.05 ? "Almost found" : "On course", more, share: first ? clamp(1 - total / first) : 0 };
  }
  if (unit === "stars") {
    const own = sign > 0 ? total : most - total;
    return { words: `${short(own)} of ${most} stars`, more: "with best play", share: most ? clamp(own / most) : 0.5 };
  }
  const lead = sign * total;
  const words = Math.abs(lead) < 0.05 ? "Even" : lead > 0 ? "You are ahead" : "You are behind";
  const more = Math.abs(lead) < 0.05 ? "" : `by about ${amount(unit, Math.abs(lead))}`;
  return { words, more, share: 0.5 + 0.5 * Math.tanh(lead / 2.5) };
}

function chanceWords(chance, drawn) {
  if (chance > 1 - 1e-9) return { words: "You can win for certain", more: "", share: 1 };
  if (chance < 1e-9) return { words: "Lost against best play", more: "", share: 0 };
  const [, words] = BANDS.find(([most]) => chance < /** @type {number} */ (most)) ?? BANDS[6];
  const even = drawn && Math.abs(chance - 0.5) < 1e-9;
  return { words: String(words), more: even ? "" : `${percent(chance)} to win`, share: chance };
}

function success(chance, estimate) {
  const more = estimate ? "estimate" : `${percent(chance)} to win`;
  if (chance > 1 - 1e-9) return { words: "You can win for certain", more: estimate ? more : "", share: 1 };
  const words = chance > 0.9 ? "Almost won" : chance > 0.6 ? "Looks good" : chance > 0.3 ? "Open" : "Hard";
  return { words, more, share: chance };
}
