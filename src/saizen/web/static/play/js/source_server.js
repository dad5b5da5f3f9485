// Answers from the server. The other source (files) has the same functions: catalogue, words, page, board, details,
// open; and a game's start, look, after, rate, text, drawing and came. A state is opaque: what the source gave.

import { Refused } from "./refused.js";

const ROOT = "/api/v1";

/** Where the pages are that are not drawn by this one. */
export const links = {
  learn: (name) => (name ? `research#/${encodeURIComponent(name)}/learn` : "research#/"),
  papers: "research#/papers",
  analyse: (name, place = "") =>
    `research#/${encodeURIComponent(name)}/analyse${place && `?position=${encodeURIComponent(place)}`}`,
};

async function ask(path, body, onWait) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const headers = { Accept: "application/json", ...(body === undefined ? {} : { "Content-Type": "application/json" }) };
  const response = await fetch(ROOT + path, { ...options, headers });
  const answer = await response.json().catch(() => ({ error: response.statusText }));
  if (response.status === 202) return follow(answer, onWait);
  if (!response.ok) throw new Refused(answer.error ?? String(response.status));
  return answer;
}

/** Follow a job until it is done; onWait hears what is going on. */
async function follow(job, onWait) {
  for (;;) {
    onWait?.(job.stage || "");
    await new Promise((resolve) => setTimeout(resolve, 150));
    const response = await fetch(`${ROOT}/jobs/${encodeURIComponent(job.job)}`);
    const now = await response.json();
    if (!response.ok) throw new Refused(now.error ?? "the work was given up");
    if (now.state === "done") return now.result;
    if (now.error) throw new Refused(now.error);
  }
}

/** The games on the page. */
export async function catalogue() {
  return (await ask("/games")).games;
}

/** The Japanese words of the page and of the games, by the English ones. */
export async function words(games) {
  const own = games.map((game) => game.words).filter(Boolean);
  const tables = await Promise.all([new URL("../ja.json", import.meta.url), ...own].map(page));
  return Object.assign({}, ...tables);
}

/** Data that a game brings to the page, at an address from the catalogue. */
export async function page(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Refused(`${address}: ${response.status}`);
  return response.json();
}

/** The board that a game brings to the page, at an address from the catalogue. */
export function board(address) {
  return import(address);
}

/** Everything about a game: names, rules, options, lesson. */
export function details(name) {
  return ask(`/games/${encodeURIComponent(name)}`);
}

/** A game with options and, if one likes, a start position. */
export function open(name, { options = {}, start = null, seed = 0, seat = 0, strength = 1, onWait = null } = {}) {
  const path = `/games/${encodeURIComponent(name)}`;
  const rated = new Map();
  const put = (act, more = {}) => ask(`${path}/${act}`, { options, start, seed, seat, ...more }, onWait);
  return {
    start: () => put("start", { strength }),
    look: (state) => put("look", { state }),
    after: (state, entries) => put("step", { state, entries }),
    came: async (state, ply) => (await put("came", { state, ply })).came,
    text: (node) => node.position,
    drawing: (node) => node.board,
    /** What a state is worth and what its moves cost; asked are further moves, where not all are listed. */
    rate(state, chooser, asked = []) {
      const key = JSON.stringify([state, chooser, asked]);
      if (!rated.has(key)) {
        const answer = put("rate", { state, seat: chooser, moves: asked });
        answer.catch(() => rated.delete(key));
        rated.set(key, answer);
      }
      return rated.get(key);
    },
  };
}
