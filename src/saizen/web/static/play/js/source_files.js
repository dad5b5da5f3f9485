// Answers from files: no server is asked, so a folder of files is a site, and file:// shows it. Data are scripts, since
// a browser fetches nothing from file://. The first script of the page has defined `saizen`: see joined.js.

import { fileGame } from "./file_game.js";
import { unpack } from "./packed.js";
import { Refused } from "./refused.js";

const { saizen } = /** @type {any} */ (globalThis);
const files = new Map();

/** Where the pages are that are not drawn by this one. */
export const links = {
  learn: (name) => (name ? `learn/${encodeURIComponent(name)}.html` : "learn/index.html"),
  papers: "papers/index.html",
  analyse: () => null,
};

/** Load a script once; one that fails is tried again. */
function once(path, read) {
  if (!files.has(path)) {
    const loaded = saizen.script(path).then(read);
    loaded.catch(() => files.delete(path));
    files.set(path, loaded);
  }
  return files.get(path);
}

/** A data file: {head, columns}. */
function load(name) {
  const path = `data/${name}.js`;
  return once(path, () => {
    const text = saizen.texts.get(name);
    if (text === undefined) throw new Refused(`${path} is damaged: copy the folder of the site again.`);
    saizen.texts.delete(name);
    return unpack(path, text);
  });
}

/** The games of the site. */
export async function catalogue() {
  return (await load("catalogue")).head.games;
}

/** The Japanese words of the page and of the games, by the English ones. */
export function words() {
  return page("ja");
}

/** Data that a game brings to the page, by the name in the catalogue. */
export async function page(name) {
  return (await load(name)).head.data;
}

/** The board that a game brings to the page. */
export async function board(name) {
  return saizen.use(name);
}

/** The rules of a game in words. */
export async function details(name) {
  return (await load(`${name}-rules`)).head;
}

async function opened(name, { options = {}, start = null, seed = 0, seat = 0 }) {
  const { rules, unit } = (await catalogue()).find((game) => game.name === name);
  if (!saizen.has(rules)) await once(`games/${name}.js`, () => {});
  const setup = { options, start, seed, seat };
  const game = await saizen.use(rules).open((file) => load(`${name}-${file}`), setup);
  return fileGame(game, { unit, seed, seat });
}

/** A game with options and, where its rules can read it, a start position. */
export function open(name, setup = {}) {
  let game = null;
  const ready = () => (game ??= opened(name, setup));
  return {
    start: async () => (await ready()).start(),
    look: async (state) => (await ready()).look(state),
    after: async (state, entries) => (await ready()).after(state, entries),
    came: async (state, ply) => (await ready()).came(state, ply),
    rate: async (state, chooser, asked) => (await ready()).rate(state, chooser, asked),
    text: (node) => node.position,
    drawing: (node) => node.board,
  };
}
