// Light or dark, as the visitor likes it.

import { store } from "./levels.js";

export function switchTheme() {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  store("theme", root.dataset.theme);
}
