// Exact totals by branch and bound: the least sum of guesses over all candidates. Symbols that can be exchanged without
// changing the candidates are tried once.

const FOUND = 31;

export class Search {
  /** @param {import("./codes.js").Codes} codes */
  constructor(codes) {
    this.codes = codes;
    this.memo = new Map();
    this.answers = (codes.places + 1) ** 2;
    this.least = leastTotals(codes.all.length, ((codes.places + 1) * (codes.places + 2)) / 2 - 2);
  }

  /** For each symbol the one before it that can be exchanged with it, as a bit; 0 where there is none. */
  alike(member) {
    const { codes } = this;
    const exchanged = (code, s, t) => code.map((x) => (x === s ? t : x === t ? s : x)).join();
    const same = (s, t) => {
      for (const number of member) {
        const has = (codes.used[number] >> s) & 1 || (codes.used[number] >> t) & 1;
        if (has && !member.has(codes.numbers.get(exchanged(codes.all[number], s, t)))) return false;
      }
      return true;
    };
    const before = new Int32Array(codes.symbols + 1);
    for (let t = 2; t <= codes.symbols; t++) {
      for (let s = t - 1; s >= 1 && !before[t]; s--) if (same(s, t)) before[t] = 1 << s;
    }
    return before;
  }

  /** Whether a guess names, of symbols that are alike, the lowest first. */
  isFirst(guess, before) {
    let used = 0;
    for (const symbol of this.codes.all[guess]) {
      if (before[symbol] & ~used) return false;
      used |= 1 << symbol;
    }
    return true;
  }

  /** Guesses that divide candidates differently, the best bound first: [bound, guess]. */
  splits(list) {
    const { codes, least, answers } = this;
    const before = this.alike(new Set(list));
    const counts = new Uint16Array(answers);
    const label = new Int8Array(answers);
    const seen = new Set();
    const found = [];
    for (let guess = 0; guess < codes.all.length; guess++) {
      if (!this.isFirst(guess, before)) continue;
      label.fill(-1);
      counts.fill(0);
      let next = 0;
      let [one, other] = [7, 11];
      for (let i = 0; i < list.length; i++) {
        const answer = codes.answer(list[i], guess);
        if (label[answer] < 0) label[answer] = answer === codes.found ? FOUND : next++;
        counts[answer]++;
        one = (Math.imul(one, 31) + label[answer]) | 0;
        other = Math.imul(other, 0x01000193) ^ label[answer];
      }
      if (next === 1 && !counts[codes.found]) continue;
      const division = (one >>> 0) * 1048576 + (other >>> 12);
      if (seen.has(division)) continue;
      seen.add(division);
      let bound = list.length;
      for (let a = 0; a < answers; a++) if (counts[a] && a !== codes.found) bound += least[counts[a]];
      found.push([bound, guess]);
    }
    return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  /** The least total over all candidates if it is below a limit, else the limit. */
  total(list, limit = Infinity) {
    const many = list.length;
    if (many <= 2) return 2 * many - 1;
    if (this.least[many] >= limit) return limit;
    const key = String.fromCharCode(...list);
    const known = this.memo.get(key); // negative: at least so much
    if (known > 0) return Math.min(known, limit);
    if (-known >= limit) return limit;
    const best = list.some((code) => this.codes.parts(list, code).size === many)
      ? 2 * many - 1
      : this.searched(list, limit);
    this.memo.set(key, best < limit ? best : -limit);
    return Math.min(best, limit);
  }

  searched(list, limit) {
    let best = limit;
    for (const [bound, guess] of this.splits(list)) {
      if (bound >= best) break;
      best = Math.min(best, this.cost(list, guess, best));
    }
    return best;
  }

  /** The total after a guess if it is below a limit, else the limit. */
  cost(list, guess, limit = Infinity) {
    const parts = [...this.codes.parts(list, guess)].filter(([answer]) => answer !== this.codes.found);
    const lists = parts.map(([, part]) => part).sort((one, other) => one.length - other.length);
    let sum = this.bound(list, guess);
    for (const part of lists) {
      if (sum >= limit) return limit;
      const rest = sum - this.least[part.length];
      sum = rest + this.total(part, limit - rest);
    }
    return Math.min(sum, limit);
  }

  /** What the total after a guess cannot be below. */
  bound(list, guess) {
    let sum = list.length;
    for (const [answer, part] of this.codes.parts(list, guess)) {
      if (answer !== this.codes.found) sum += this.least[part.length];
    }
    return sum;
  }

  /** A guess that attains a total which is known. */
  best(list, total) {
    for (const [bound, guess] of this.splits(list)) {
      if (bound > total) break;
      if (this.cost(list, guess, total + 1) === total) return guess;
    }
    return null;
  }
}

/** The least total of so many candidates if every guess tells as much as it can: at most `width` answers go on. */
function leastTotals(most, width) {
  const least = [0];
  for (let many = 1, depth = 1, room = 1, level = 1; many <= most; many++) {
    if (!room) {
      depth++;
      level *= width;
      room = level;
    }
    least.push(least[many - 1] + depth);
    room--;
  }
  return least;
}
