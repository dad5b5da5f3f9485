// What a position is worth and what each move costs, in the form in which every source answers.

const CLOSE = 1e-9;

/**
 * The answer of rate(): moves are {move, value} and may bring cost, optimal and probability of their own; value is what
 * the position is worth to the first seat.
 */
export function rated(value, moves, seat, more = {}) {
  const close = CLOSE * (1 + Math.abs(value));
  const sign = seat === 1 ? -1 : 1;
  const full = moves.map((move) => {
    const optimal = move.optimal ?? sign * (value - move.value) <= close;
    return { cost: optimal ? 0 : Math.max(0, sign * (value - move.value)), ...move, optimal };
  });
  const share = 1 / full.filter((move) => move.optimal).length;
  const chances = full.map((move) => ({ probability: move.optimal ? share : 0, ...move }));
  chances.sort((one, other) => sign * (other.value - one.value));
  return { value, exact: true, estimate: false, ...more, moves: chances };
}
