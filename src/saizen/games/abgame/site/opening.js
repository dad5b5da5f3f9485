// The first guesses from tables: what Python wrote for a first guess 0123 and a second one of each kind. Places and
// symbols are renamed; a kind names old symbols by their place in the first guess, new ones by 9.

/** All orders of 0 to n - 1. */
function orders(n) {
  if (!n) return [[]];
  return orders(n - 1).flatMap((order) =>
    Array.from({ length: n }, (_, i) => [...order.slice(0, i), n - 1, ...order.slice(i)]),
  );
}

/** The kind of a second guess, and the order of places that brings it there. */
export function kindOf(first, second) {
  const named = (order) => {
    const kind = [];
    second.forEach((symbol, place) => {
      const old = first.indexOf(symbol);
      kind[order[place]] = old < 0 ? 9 : order[old];
    });
    return kind.join("");
  };
  const kinds = orders(first.length).map((order) => ({ order, kind: named(order) }));
  return kinds.sort((one, other) => (one.kind < other.kind ? -1 : one.kind > other.kind ? 1 : 0))[0];
}

/** How the symbols of the tables are called in a game: the first guess, new ones of the second, then all others. */
function symbolsOf(symbols, first, second, { order, kind }) {
  const place = (canonical) => order.indexOf(canonical);
  const named = first.map((_, canonical) => first[place(canonical)]);
  [...kind].forEach((symbol, canonical) => symbol === "9" && named.push(second[place(canonical)]));
  for (let symbol = 1; symbol <= symbols; symbol++) if (!named.includes(symbol)) named.push(symbol);
  return named;
}

export class Opening {
  /**
   * @param {import("./codes.js").Codes} codes
   * @param {any} tables {total, one, two, three}: totals at the start, by answer, by answer, kind and answer; guesses
   */
  constructor(codes, tables) {
    this.codes = codes;
    this.tables = tables;
  }

  code(text) {
    return this.codes.all[this.codes.byText.get(text)];
  }

  kind(history) {
    return kindOf(this.code(history[0][0]), this.code(history[1][0]));
  }

  /** The total after a history; undefined where it is in no table. */
  total(history) {
    const { total, one, two } = this.tables;
    if (!history.length) return total;
    const [[, answer], ...rest] = history;
    if (!rest.length) return one[answer];
    return rest.length === 1 ? two?.[answer]?.[this.kind(history).kind]?.[rest[0][1]] : undefined;
  }

  /** An optimal guess after a history, as a number; undefined where it is in no table. */
  guess(history) {
    if (!history.length) return 0;
    const [[first, answer], ...rest] = history;
    const row = this.tables.two?.[answer];
    if (!rest.length && row) {
      const sum = (kind) => Object.values(row[kind]).reduce((total, part) => total + part, 0);
      const kind = Object.keys(row).reduce((best, other) => (sum(other) < sum(best) ? other : best));
      const own = this.code(first);
      const unused = Array.from({ length: this.codes.symbols }, (_, i) => i + 1).filter(
        (symbol) => !own.includes(symbol),
      );
      return this.codes.numbers.get([...kind].map((digit) => (digit === "9" ? unused.shift() : own[digit])).join());
    }
    const third = rest.length === 1 && this.tables.three?.[answer]?.[this.kind(history).kind]?.[rest[0][1]];
    return third ? this.renamed(history, third) : undefined;
  }

  /** A guess of the tables as one of this game. */
  renamed(history, guess) {
    const [first, second] = history.map(([text]) => this.code(text));
    const found = kindOf(first, second);
    const named = symbolsOf(this.codes.symbols, first, second, found);
    const code = first.map((_, place) => named[Number(guess[found.order[place]])]);
    return this.codes.numbers.get(code.join());
  }

  /** The total of a second guess where so many codes are possible; undefined where there is no table. */
  second([[first, answer]], guess, many) {
    const row = this.tables.two?.[answer]?.[kindOf(this.code(first), this.codes.all[guess]).kind];
    return row && Object.values(row).reduce((total, part) => total + part, many);
  }
}
