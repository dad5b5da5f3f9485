// Whether a game is warm: "Getting ready, about 8 s", until it is.

import { ask } from "../api.js";
import { h, put } from "../dom.js";
import { t } from "../words.js";

const EVERY = 1500;

/** The words for a state, or nothing when it is ready. */
export function stateWords(state) {
  if (!state || state.state === "ready" || state.state === "asleep") return null;
  if (state.state === "failed") return state.words || t("states.failed");
  return state.seconds ? t("states.ready_in", Math.ceil(state.seconds)) : t("states.getting_ready");
}

/** A line that follows the state of a game until it is ready: {element, close}. */
export function readiness(game) {
  const element = h("p", { class: "ready", role: "status" });
  let timer = null;
  const show = (state) => {
    const words = stateWords(state);
    put(element, words ? [h("span", { class: "ready-dot", "aria-hidden": "true" }), words] : null);
    timer = state?.state === "getting ready" ? setTimeout(look, EVERY) : null;
  };
  const look = async () => {
    try {
      const now = await ask("/state");
      show(now.games[game.name]);
    } catch {
      timer = setTimeout(look, 4 * EVERY); // the server may be starting again: questions wait by themselves
    }
  };
  show(game.state);
  return { element, close: () => clearTimeout(timer) };
}
