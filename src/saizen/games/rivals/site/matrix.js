// Zero-sum matrix games in floats: the simplex of saizen/matrix/kernel.py, operation by operation, so that it ends
// at the same vertex.

const ENTER = 1e-12;
const PIVOT = 1e-10;
const TIE = 1e-12;
const STALL = 8;
const GAP = 1e-11;
const BONUS = 1e-6;

function pivot(tableau, rows, columns, line, enter) {
  const own = tableau[line];
  const inverse = 1 / own[enter];
  for (let j = 0; j <= columns; j++) own[j] *= inverse;
  for (let i = 0; i <= rows; i++) {
    const other = tableau[i];
    const factor = other[enter];
    if (i === line || factor === 0) continue;
    for (let j = 0; j <= columns; j++) other[j] -= factor * own[j];
    other[enter] = -factor * inverse;
  }
  own[enter] = inverse;
}

/** The column that enters the basis: the steepest, or by Bland's rule the first; -1 at the optimum. */
function entering(tableau, rows, columns, basis, bland) {
  let chosen = -1;
  let best = -ENTER;
  for (let j = 0; j < columns; j++) {
    const cost = tableau[rows][j];
    if (bland) {
      if (cost < -ENTER && (chosen < 0 || basis[rows + j] < basis[rows + chosen])) chosen = j;
    } else if (cost < best) {
      chosen = j;
      best = cost;
    }
  }
  return chosen;
}

/** The line that leaves it; ties go to the largest pivot, or to the first variable. */
function leaving(tableau, rows, columns, basis, enter, bland) {
  let chosen = -1;
  let best = Infinity;
  for (let i = 0; i < rows; i++) {
    const size = tableau[i][enter];
    if (size <= PIVOT) continue;
    const ratio = tableau[i][columns] / size;
    if (ratio < best - TIE) {
      chosen = i;
      best = ratio;
    } else if (ratio <= best + TIE && (bland ? basis[i] < basis[chosen] : size > tableau[chosen][enter])) {
      chosen = i;
      best = Math.min(best, ratio);
    }
  }
  return chosen;
}

function simplex(tableau, rows, columns, basis, first, careful) {
  let enter = first;
  let degenerate = 0;
  for (let n = 0; enter >= 0 && n < 50 * (rows + columns); n++) {
    const bland = careful || degenerate > STALL;
    const line = leaving(tableau, rows, columns, basis, enter, bland);
    if (line < 0) return;
    degenerate = tableau[line][columns] <= TIE ? degenerate + 1 : 0;
    pivot(tableau, rows, columns, line, enter);
    [basis[line], basis[rows + enter]] = [basis[rows + enter], basis[line]];
    enter = entering(tableau, rows, columns, basis, bland);
  }
}

function shares(weights) {
  const sum = weights.reduce((one, other) => one + other, 0);
  return sum > 0 ? weights.map((weight) => weight / sum) : weights;
}

/** Both strategies at the vertex where the simplex ends; payoffs are brought to 1 to 2 before. */
function vertex(matrix, low, high, first, careful) {
  const rows = matrix.length;
  const columns = matrix[0].length;
  const scale = 1 / (high - low);
  const tableau = matrix.map((line) => [...line.map((payoff) => (payoff - low) * scale + 1), 1]);
  tableau.push([...new Array(columns).fill(-1), 0]);
  const basis = Array.from({ length: rows + columns }, (_, i) => (i < rows ? columns + i : i - rows));
  simplex(tableau, rows, columns, basis, first, careful);
  const row = new Array(rows).fill(0);
  const column = new Array(columns).fill(0);
  for (let i = 0; i < rows; i++) if (basis[i] < columns) column[basis[i]] = Math.max(tableau[i][columns], 0);
  for (let j = 0; j < columns; j++) {
    const variable = basis[rows + j];
    if (variable >= columns) row[variable - columns] = Math.max(tableau[rows][j], 0);
  }
  return { row: shares(row), column: shares(column) };
}

/** Weigh payoffs by a strategy. */
export function mean(strategy, payoffs) {
  return strategy.reduce((sum, share, i) => sum + share * payoffs[i], 0);
}

const lineOf = (matrix, j) => matrix.map((line) => line[j]);

/**
 * Solve a game: what it is worth to the player of the rows, and a best strategy of each player.
 * @param {number[][]} matrix what the player of the rows gets
 * @returns {{value: number, row: number[], column: number[]}}
 */
export function solveMatrix(matrix) {
  const columns = matrix[0].map((_, j) => lineOf(matrix, j));
  const floors = matrix.map((line) => Math.min(...line));
  const ceilings = columns.map((line) => Math.max(...line));
  const floor = Math.max(...floors);
  const ceiling = Math.min(...ceilings);
  const safe = ceilings.indexOf(ceiling);
  if (floor === ceiling) {
    const row = floors.map((_, i) => (i === floors.indexOf(floor) ? 1 : 0));
    return { value: floor, row, column: ceilings.map((_, j) => (j === safe ? 1 : 0)) };
  }
  const low = Math.min(...floors);
  const high = Math.max(...ceilings);
  let solved;
  for (const careful of [false, true]) {
    const { row, column } = vertex(matrix, low, high, safe, careful);
    const least = Math.min(...columns.map((line) => mean(row, line)));
    const most = Math.max(...matrix.map((line) => mean(column, line)));
    solved = { value: 0.5 * (least + most), row, column };
    if (most - least <= GAP * (high - low)) break;
  }
  return solved;
}

/**
 * Whether some best strategy of a player (0: rows, 1: columns) plays a move: then a bonus for it, however small,
 * raises what the player gets.
 */
export function isUsed(matrix, player, move, value) {
  const bonus = player ? -BONUS : BONUS;
  const raised = matrix.map((line, i) => line.map((payoff, j) => payoff + ((player ? j : i) === move ? bonus : 0)));
  return Math.abs(solveMatrix(raised).value - value) > BONUS * BONUS;
}
