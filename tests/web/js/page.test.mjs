// The page's JavaScript without a browser: links, dice, grades, and a game in progress on a made-up source.

import assert from "node:assert/strict";
import { test } from "node:test";

const js = new URL("../../../src/saizen/web/static/play/js/", import.meta.url);
const { BadLink, pack, parse, unpack, write } = await import(new URL("address.js", js));
const { amount, gradeOf, inWords, percent } = await import(new URL("grades.js", js));
const { streak } = await import(new URL("levels.js", js));
const { Round, seedOf } = await import(new URL("class.js", js));
const { findPuzzle } = await import(new URL("puzzles.js", js));
const { luckOf } = await import(new URL("sheets.js", js));
const { Sitting, dice, draw } = await import(new URL("sitting.js", js));

test("addresses are read and written, and a broken escape is no error", () => {
  assert.deepEqual(parse(write(["rivals"], { g: "a b" })).parts, ["rivals"]);
  assert.equal(parse(write(["rivals"], { g: "a b" })).query.get("g"), "a b");
  assert.deepEqual(parse("#/%").parts, ["%"]);
});

test("a game survives its link; what is no game is refused in one sentence", async () => {
  const game = { saizen: 2, seed: 5, log: [[0, "3"], [1, "4"]] };
  assert.deepEqual(await unpack(await pack(game)), game);
  for (const bad of ["", "%%%", "AAAA", (await pack(game)).slice(0, 20), await pack({ log: 3 })]) {
    await assert.rejects(unpack(bad), BadLink, bad);
  }
});

test("a link that inflates to far more than a game is refused before it fills the memory", async () => {
  const bomb = await pack({ log: [], more: "x".repeat(5_000_000) });
  assert.ok(bomb.length < 60_000);
  await assert.rejects(unpack(bomb), /too long/);
  await assert.rejects(unpack("A".repeat(100_000)), /too long/);
});

test("dice are the same everywhere, and draws follow their weights", () => {
  assert.deepEqual([dice(7)(), dice(7)()], [dice(7)(), dice(7)()]);
  assert.notEqual(dice(7)(), dice(8)());
  assert.equal(draw([["a", 0], ["b", 1]], 0), "b");
  const roll = dice(3);
  let count = 0;
  for (let i = 0; i < 4000; i++) if (draw([["a", 0.25], ["b", 0.75]], roll()) === "a") count += 1;
  assert.ok(count > 900 && count < 1100);
});

test("grades are absolute, in the unit of the game", () => {
  assert.equal(gradeOf("chance", 0, true), "best");
  assert.equal(gradeOf("chance", 0.0125, false), "good");
  assert.deepEqual([0.1, 0.2, 0.3].map((cost) => gradeOf("chance", cost, false)), ["inaccuracy", "mistake", "blunder"]);
  assert.deepEqual([0.1, 0.25, 0.5, 1].map((cost) => gradeOf("pairs", cost, false)),
    ["good", "inaccuracy", "mistake", "blunder"]);
});

test("positions are told in the unit of the game", () => {
  assert.deepEqual(inWords({ unit: "chance", total: -0.24, seat: 0 }), { words: "Slightly behind", more: "38 % to win", share: 0.38 });
  assert.equal(inWords({ unit: "chance", total: -1, seat: 1 }).words, "You can win for certain");
  assert.equal(inWords({ unit: "pairs", total: 1.04, seat: 0 }).more, "by about 1 pair");
  assert.equal(inWords({ unit: "guesses", total: 2.6, seat: 1, first: 5.2 }).more, "about 2.6 more guesses");
  assert.equal(inWords({ unit: "stars", total: 2, seat: 1, most: 5 }).words, "3 of 5 stars");
  assert.deepEqual([percent(0.999), percent(1), percent(0.001)], ["99 %", "100 %", "1 %"]);
  assert.deepEqual([amount("pairs", 0.7), amount("stars", 1), amount("guesses", 1)], ["0.7 pairs", "1 star", "1 guess"]);
});

test("a streak counts days in a row, and waits for today's", () => {
  assert.deepEqual([streak([3, 4, 5], 5), streak([3, 4], 5), streak([1, 3], 5), streak([], 5)], [3, 2, 0, 0]);
});

/** Take one or two of five; whoever takes the last wins. A state is [left, player]. */
const SUBTRACTION = {
  look([left, player]) {
    const moves = { [player]: left >= 2 ? ["1", "2"] : ["1"] };
    if (!left) return { state: [0, player], kind: "end", seats: [], moves: {}, gained: player === 1 ? 1 : -1 };
    return { state: [left, player], kind: "move", seats: [player], moves, gained: 0 };
  },
  async start() {
    return { ...this.look([5, 0]), players: { 0: "max", 1: "min" }, unit: "chance" };
  },
  async after([left, player], [{ move }]) {
    return { steps: [{ reward: 0, words: `${move} taken` }], ...this.look([left - Number(move), 1 - player]) };
  },
  async rate([left, player]) {
    const wins = (count) => (count % 3 === 0 ? -1 : 1);
    const sign = player ? -1 : 1;
    const values = this.look([left, player]).moves[player].map((move) => [move, -wins(left - Number(move)) * sign]);
    const value = wins(left) * sign;
    const moves = values.map(([move, worth]) => ({ move, value: worth, cost: Math.abs(value - worth),
      optimal: worth === value, probability: worth === value ? 1 : 0 }));
    return { value, exact: true, moves };
  },
};

test("a game is played, judged, undone and replayed", async () => {
  const sitting = await new Sitting(SUBTRACTION, { seed: 1, strength: 1 }).begin();
  await sitting.play("1");
  assert.equal((await sitting.judge(sitting.turns[0])).grade, "blunder");
  assert.equal(sitting.turns[0].judged.cost, 2);
  sitting.undo();
  assert.deepEqual(sitting.log, []);
  await sitting.play("2");
  assert.equal((await sitting.judge(sitting.turns[0])).grade, "best");
  while (!sitting.ended) {
    if (sitting.asks()) {
      const { moves } = await SUBTRACTION.rate(sitting.node.state);
      await sitting.play(moves.find((move) => move.optimal).move);
    } else await sitting.step();
  }
  assert.equal(sitting.node.gained, 1);
  const again = await new Sitting(SUBTRACTION, { seed: 1 }).begin(sitting.log);
  assert.deepEqual(again.log, sitting.log);
  assert.deepEqual(again.node.state, sitting.node.state);
});

test("a perfect machine never errs, a random one does", async () => {
  const cost = async (strength) => {
    let lost = 0;
    for (let seed = 0; seed < 30; seed++) {
      const sitting = await new Sitting(SUBTRACTION, { seat: 2, strength, seed }).begin();
      while (!sitting.ended) {
        const { state, seats } = sitting.node;
        const rated = await SUBTRACTION.rate(state);
        await sitting.step();
        const { move } = sitting.turns.at(-1).entries[0];
        lost += rated.moves.find((one) => one.move === move).cost;
        assert.deepEqual(seats, [sitting.turns.at(-1).entries[0].seat]);
      }
    }
    return lost;
  };
  assert.equal(await cost(1), 0);
  assert.ok((await cost(0)) > 0);
});

/** A card of 1 or 2 is hidden; pass, or bet that it is 2. The server answers for the machine. */
const HIDDEN = {
  node(state) {
    const happened = [{ seat: 2, move: "?", words: "" }];
    if (state.length) happened.push({ seat: 0, move: state, words: "" }, { seat: 1, move: "?", words: "it bets" });
    const common = { state, hidden: true, gained: 0, position: "?" };
    if (state.length < 2) return { ...common, kind: "move", seats: [0], moves: { 0: ["p", "b"] }, happened };
    const opened = ["2", "p", "b", "b"].map((move, at) => ({ seat: [2, 0, 1, 0][at], move, words: "" }));
    return { ...common, kind: "end", seats: [], moves: {}, gained: 1, happened: opened };
  },
  async start() {
    return { ...this.node(""), players: { 0: "max", 1: "min" }, unit: "points" };
  },
  async look(state) {
    return this.node(state);
  },
  async after(state, entries) {
    assert.deepEqual(entries.map((entry) => entry.seat), [0]);
    return this.node(state + entries[0].move);
  },
};

test("with hidden cards the server acts for the others, and in the end all turns are opened", async () => {
  const sitting = await new Sitting(HIDDEN, { seat: 0 }).begin();
  assert.ok(sitting.asks());
  await sitting.play("p");
  assert.deepEqual(sitting.turns[0].entries.map((entry) => entry.move), ["p", "?"]);
  assert.equal(sitting.turns[0].words, "it bets");
  const data = sitting.toData();
  assert.deepEqual([data.log, data.states], [[], ["", "p"]]);
  const other = await new Sitting(HIDDEN, { seat: 0 }).begin(data.log, data.states);
  await other.play("b");
  assert.ok(other.ended);
  assert.deepEqual(other.turns.map((turn) => turn.entries.map((entry) => entry.move)), [["p", "b"], ["b"]]);
  other.undo();
  assert.deepEqual([other.turns.length, other.asks()], [1, true]);
});

test("a puzzle has one best move, is the same for everybody on a day, and hides where hands are hidden", async () => {
  const three = {
    ...SUBTRACTION,
    look([left, player]) {
      const moves = { [player]: ["1", "2", "3"].slice(0, left) };
      if (!left) return { state: [0, player], kind: "end", seats: [], moves: {}, gained: player === 1 ? 1 : -1 };
      return { state: [left, player], kind: "move", seats: [player], moves, gained: 0 };
    },
    async start() {
      return { ...three.look([21, 0]), players: { 0: "max", 1: "min" }, unit: "chance" };
    },
    async after([left, player], [{ move }]) {
      return { steps: [], ...three.look([left - Number(move), 1 - player]) };
    },
    async rate([left, player]) {
      const moves = three.look([left, player]).moves[player].map((move) => {
        const wins = (left - Number(move)) % 4 === 0;
        return { move, cost: left % 4 === 0 || wins ? 0 : 2, optimal: left % 4 === 0 || wins };
      });
      return { moves };
    },
    text: (node) => node.state.join(),
  };
  const source = { open: () => three };
  const puzzle = await findPuzzle(source, { name: "three" }, 5);
  const left = Number(puzzle.start.split(",")[0]);
  assert.deepEqual(puzzle.best, [String(left % 4)]);
  assert.deepEqual(await findPuzzle(source, { name: "three" }, 5), puzzle);
  const hidden = { ...three, start: async () => ({ ...(await three.start()), hidden: true }) };
  assert.equal(await findPuzzle({ open: () => hidden }, { name: "three" }, 5), null);
});

test("a class plays the same deals from one word, and hands in a file that no spreadsheet runs", () => {
  assert.equal(seedOf(" Owls", 2), seedOf("owls", 2));
  assert.equal(new Set([0, 1, 2, 3].map((deal) => seedOf("owls", deal))).size, 4);
  assert.notEqual(seedOf("owls", 0), seedOf("owl", 0));
  const round = Round.from("rivals", parse("#/rivals?class=owls&deals=2&level=Kai").query);
  assert.deepEqual(parse(round.address()).query.get("class"), "owls");
  assert.equal(round.seed, seedOf("owls", 0));
  const result = { title: "You won 4–2.", accuracy: "90 %", best: 3, choices: 4, cost: "8 %" };
  round.note(result);
  assert.equal(round.seed, seedOf("owls", 1));
  round.note(result);
  round.note(result);
  assert.equal(round.results.length, 2);
  const [head, first] = round.csv('=cmd "x"').split("\r\n");
  assert.ok(head.startsWith("class,name,game,opponent,deal,result"));
  assert.ok(first.startsWith(`"owls","'=cmd ""x""","rivals","Kai","1","You won 4–2."`));
  assert.equal(Round.from("rivals", parse("#/rivals").query), null);
});

test("what the other gave counts from the first turn, where all moves were equally good", () => {
  const turn = (value, cost, grade) => ({ judged: { value, cost, grade, gained: 0 } });
  const draw = {
    unit: "chance", seat: 0, strength: 0, ended: true, node: { gained: 0 },
    turns: [turn(0, 0, "only"), turn(1, 1, "blunder"), turn(0, 0, "only")], ownTurns: [0, 1, 2],
  };
  assert.deepEqual(luckOf(draw), { value: "50 %", words: "with the other's mistakes" });
});
