// English or Japanese, as the visitor likes it.

import { h } from "./dom.js";
import { language, switchLanguage } from "./words.js";

/** The name of the other language, in that language. */
export const otherLanguage = () => (language() === "ja" ? "English" : "日本語");

/** The button that changes the language and keeps the game; on a phone a game has it in its menu, unless told so. */
export function languageButton({ keep = false } = {}) {
  const other = language() === "ja" ? "en" : "ja";
  const attributes = { class: `btn line${keep ? " keep" : ""}`, type: "button", lang: other, "data-key": "language" };
  return h("button", { ...attributes, onclick: switchLanguage }, otherLanguage());
}
