// Reads the data files of a site as the page does.

import { readFileSync } from "node:fs";

const js = new URL("../../../src/saizen/web/static/play/js/", import.meta.url);
const { unpack } = await import(new URL("packed.js", js));

/** The function that gives a game's rules their data: load(name). */
export function loader(folder, game) {
  return async (name) => {
    const path = `${folder}/data/${game}-${name}.js`;
    const [, text] = /^saizenData\("[^"]*","([^"]*)"\)\n$/.exec(readFileSync(path, "utf8"));
    return unpack(path, text);
  };
}
