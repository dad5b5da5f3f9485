// The words of the page in Japanese: whole sentences, sentences with places, and what has no entry.

import assert from "node:assert/strict";
import { test } from "node:test";

const words = new URL("../../../src/saizen/web/static/play/js/words.js", import.meta.url);
const { language, learn, say } = await import(words);

const TABLE = {
  "Your turn.": "あなたの番です。",
  prince: "王子",
  "the prince": "王子",
  Momo: "モモ",
  "{0} is best": "{0}が最善です",
  "{0} wins the trick and {1}": "{0}が勝って{1}を得ます",
  "{0} wins the trick and {1} ({2})": "{0}が勝って{1}を得ます（{2}）",
  "{0} beats {1}: {2}": "{0}は{1}に勝ちます。{2}",
  "{0} points": "{0}点",
  "{0} carried over": "持ち越し{0}点",
  "{0} and {1}": "{0}と{1}",
  "{0} of {1} best": "{1}手のうち{0}手が最善",
};

test("the page is English until it has learnt a table, and again without one", () => {
  assert.equal(say("Your turn."), "Your turn.");
  learn(TABLE);
  assert.deepEqual([language(), say("Your turn.")], ["ja", "あなたの番です。"]);
  learn();
  assert.deepEqual([language(), say("Your turn.")], ["en", "Your turn."]);
});

test("sentences are read with or without a full stop, a capital, and spaces around them", () => {
  learn(TABLE);
  assert.equal(say(" Your turn. "), "あなたの番です。");
  assert.equal(say("Your turn"), "あなたの番です");
  assert.equal(say("The prince is best."), "王子が最善です。");
});

test("what stands in a place is translated too, and the order is the table's", () => {
  learn(TABLE);
  assert.equal(say("2 of 3 best"), "3手のうち2手が最善");
  assert.equal(
    say("4 beats 1: Momo wins the trick and 3 points (1 carried over). Your turn."),
    "4は1に勝ちます。モモが勝って3点を得ます（持ち越し1点）。あなたの番です。",
  );
});

test("a sentence that is not in the table stays, with its neighbours; so do numbers, names and what is no text", () => {
  learn(TABLE);
  assert.equal(say("Your turn. Whatever this is."), "Your turn. Whatever this is.");
  assert.equal(say("salt water and dry land"), "salt water and dry land");
  assert.equal(say("12 / 3"), "12 / 3");
  assert.equal(say(null), null);
});

test("a list of moves is read move by move", () => {
  learn({ ...TABLE, "{0} to stack {1}": "{0}をスタック{1}へ", "{0}, {1}": "{0}、{1}", "{0} are equally good": "{0}は同じです" });
  assert.equal(
    say("A to stack 1, A to stack 2 and A to stack 3 are equally good."),
    "Aをスタック1へ、Aをスタック2へとAをスタック3へは同じです。",
  );
});
