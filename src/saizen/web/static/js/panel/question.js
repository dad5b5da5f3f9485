// A question about a game with hidden cards: what a player has seen, and what is best by it. There is no whole
// board to show, so the view has the words of the question.

/** Ask by what a player has seen; nothing where the work was stopped. */
export async function hiddenQuestion(table, work, position, options) {
  const body = { position: position ?? "", options };
  const answer = await work.run((settings) => table.ask("/advise?shown=true", body, settings));
  if (!answer) return null;
  const { data, tables, notes } = answer;
  const asked = data.player ? data.position : "";
  const moves = (data.moves ?? []).map((one) => one.move);
  const board = { rows: [[{ text: asked, kind: "label", move: null, title: "" }]], notes: [], parts: {} };
  const awaits = data.player ? { player: data.player, person: true, kind: "choice", form: "", moves } : null;
  const view = { position: asked, board, awaits, text: asked, happened: [], gained: null, ended: false };
  return { sitting: null, view, move: null, hint: { ...data, shown: { tables, notes } } };
}
