// The AB game as the board draws it, as Python gives it, and in words. A position is {history, codes, found}.

const MOST_NAMED = 120;
const MOST_GUESSES = 40;
const FULL = "9";

/** How many cells a row of the field has: all rows alike. */
function columnsOf(cells) {
  const ideal = Math.sqrt(1.6 * cells);
  const fits = (n) => cells % n === 0 && ideal / 1.5 <= n && n <= ideal * 1.5;
  const fitting = Array.from({ length: cells }, (_, i) => i + 1).filter(fits);
  return fitting.reduce((best, n) => (Math.abs(n - ideal) < Math.abs(best - ideal) ? n : best));
}

function fieldOf(all, left) {
  const cells = new Array(all).fill("0");
  for (const code of left) cells[code] = FULL;
  return cells.join("");
}

const splitAnswer = (answer) => {
  const [a, b] = answer.slice(0, -1).split("A").map(Number);
  return { answer, a, b };
};

/** Every answer there can be: the more hits, the later. */
function answersOf(places) {
  const answers = [];
  for (let hits = 0; hits <= places; hits++) {
    for (let a = 0; a <= hits; a++)
      if (a !== places - 1 || hits !== places) answers.push(splitAnswer(`${a}A${hits - a}B`));
  }
  return answers;
}

/** The drawing of a position. */
export function draw(codes, at) {
  const { places, symbols, all, texts } = codes;
  const left = at.found ? [] : at.codes;
  const shown = at.history.slice(-MOST_GUESSES);
  const before = at.history.length ? at.before : at.codes;
  const named = left.length <= MOST_NAMED ? left.map((code) => ({ text: texts[code], move: texts[code] })) : [];
  const guesses = at.history.length;
  const parts = {
    size: `${places}x${symbols}`,
    places,
    symbols: Array.from({ length: symbols }, (_, i) => String((i + 1) % 10)),
    dummies: 0,
    repeat: false,
    between: "",
    answers: answersOf(places),
    history: shown.map(([guess, answer, many]) => ({ guess, symbols: [...guess], ...splitAnswer(answer), left: many })),
    earlier: at.history.length - shown.length,
    found: at.found,
    codes: all.length,
    left: left.length,
    candidates: named,
    field: {
      columns: columnsOf(all.length),
      codes: 1,
      now: fieldOf(all.length, left),
      before: fieldOf(all.length, before),
    },
  };
  const many =
    left.length === 1 ? "Only one code is possible." : `${left.length.toLocaleString("en")} codes are possible.`;
  const note = at.found ? `The code is found after ${guesses} ${guesses === 1 ? "guess" : "guesses"}.` : many;
  return { rows: [], notes: [note], parts };
}

/** What an answer means, and how many codes it leaves. */
export function answerWords(answer, guess, left, before) {
  const { a, b } = splitAnswer(answer);
  if (a === guess.length) return `${answer}: ${guess} is the code`;
  const right = a ? [`${a} in the right place`] : [];
  if (b) right.push(a ? `${b} elsewhere` : `${b} right, but in another place`);
  const many = `${left.toLocaleString("en")} ${left === 1 ? "code" : "codes"} left`;
  const same = left === before ? ", as many as before" : "";
  return `${answer}: ${right.join(", ") || "no symbol is right"}; ${many}${same}`;
}

/** The position as Python writes it. */
export function textOf({ places, symbols }, at) {
  const rounds = at.history.map(([guess, answer]) => `${guess}:${answer}`);
  return [`${places}x${symbols}`, ...rounds, ...(at.found ? ["{}"] : [])].join(" ");
}
