// The codes of a size in order, by number; answers by number, too: A times (places + 1) plus B.

export class Codes {
  constructor(places, symbols) {
    this.places = places;
    this.symbols = symbols;
    /** @type {number[][]} */
    this.all = [];
    this.list([]);
    const used = (code) => code.reduce((set, symbol) => set | (1 << symbol), 0);
    const word = (code) => code.reduce((bits, symbol, place) => bits | (symbol << (4 * place)), 0);
    this.used = Int32Array.from(this.all, used);
    this.words = Int32Array.from(this.all, word);
    this.numbers = new Map(this.all.map((code, number) => [code.join(), number]));
    this.texts = this.all.map((code) => code.map((symbol) => symbol % 10).join(""));
    this.byText = new Map(this.texts.map((text, number) => [text, number]));
    this.found = places * (places + 1);
    this.counts = new Uint8Array(1 << (symbols + 1));
    for (let set = 1; set < this.counts.length; set++) this.counts[set] = this.counts[set >> 1] + (set & 1);
  }

  list(begun) {
    if (begun.length === this.places) {
      this.all.push(begun);
      return;
    }
    for (let symbol = 1; symbol <= this.symbols; symbol++) if (!begun.includes(symbol)) this.list([...begun, symbol]);
  }

  /** The answer to a guess. */
  answer(secret, guess) {
    let apart = this.words[secret] ^ this.words[guess];
    let right = 0;
    for (let place = 0; place < this.places; place++, apart >>= 4) if (!(apart & 15)) right++;
    return right * (this.places + 1) + this.counts[this.used[secret] & this.used[guess]] - right;
  }

  answerText(answer) {
    return `${Math.floor(answer / (this.places + 1))}A${answer % (this.places + 1)}B`;
  }

  /** The codes that each answer to a guess leaves, in the order of answers. */
  parts(codes, guess) {
    /** @type {Map<number, number[]>} */
    const parts = new Map();
    for (const code of codes) {
      const answer = this.answer(code, guess);
      const part = parts.get(answer);
      if (part) part.push(code);
      else parts.set(answer, [code]);
    }
    return new Map([...parts].sort(([one], [other]) => one - other));
  }

  /** Which codes answers have left. */
  after(history) {
    let left = this.all.map((_, number) => number);
    for (const [guess, answer] of history) {
      const asked = this.byText.get(guess);
      left = left.filter((code) => this.answerText(this.answer(code, asked)) === answer);
    }
    return left;
  }
}
