// What a game brings to the page: its board, its style and its words, as the server names them. A game that brings no
// board has the automatic one.

import { addWords } from "../words.js";
import { h } from "../dom.js";
import * as auto from "./auto.js";

const loaded = new Map();

/** Do something once for an address; whoever asks again waits for the same. What failed is tried again. */
function once(address, load) {
  if (!address) return null;
  if (!loaded.has(address))
    loaded.set(
      address,
      load(address).catch((error) => (loaded.delete(address), Promise.reject(error))),
    );
  return loaded.get(address);
}

/** Add a style sheet to the page; it is there before anything is drawn with it. */
function addStyle(address) {
  return new Promise((resolve, reject) => {
    const failed = () => (link.remove(), reject(new Error(address)));
    const link = h("link", { rel: "stylesheet", href: address, onload: resolve, onerror: failed });
    document.head.append(link);
  });
}

async function fetchWords(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

/** The board of a game: {draw, editor, tools, dealing, tile}; its style and its words are loaded, too. */
export async function boardFor(game) {
  const [board, words] = await Promise.all([
    once(game.board, (address) => import(address)),
    once(game.texts, fetchWords),
    once(game.style, addStyle),
  ]);
  addWords(game.name, words ?? game.learn?.texts);
  return { ...auto, ...board };
}
