// R-Rivals in words: what a trick brought about, and what stands beside the cards, as Python says it.

import { trickOf } from "./positions.js";

const TWINS = [
  ["spy", "spies"],
  ["general", "generals"],
];
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const pointsOf = (count) => `${count} point${count === 1 ? "" : "s"}`;
const because = (causes) => (causes.length ? ` (${causes.join(", ")})` : "");

/** Who won a trick and what it counts; `causes` tells why it counts more than one point. */
function prize(trick, stakes, extra, who, names) {
  if (!trick.result) return "a draw";
  const seat = trick.result > 0 ? 0 : 1;
  if (trick.decides) return `${who[seat]} wins the whole game`;
  const added = extra * trick.ministers[seat];
  const causes = [];
  if (stakes[seat] > 1) causes.push(`${stakes[seat] - 1} carried over`);
  if (added > 0) causes.push(`the ${names[seat]} adds ${added}`);
  return `${who[seat]} wins the trick and ${pointsOf(stakes[seat] + added)}${because(causes)}`;
}

/** What a draw carries over. */
function carried(trick, extra, after, who, names) {
  const acts = [0, 1].filter((seat) => trick.ministers[seat] && extra > 0);
  const causes = acts.map((seat) => `the ${names[seat]} adds ${extra} for ${who[seat]}`);
  const worth = `${after.myStake} to ${who[0]}, ${after.yourStake} to ${who[1]}`;
  return `The points are carried over${because(causes)}: the next trick is worth ${worth}.`;
}

/** What spies and generals do to the next trick. */
function nextTrick(abilities, after, who, names, bonus) {
  const said = [];
  for (const [ability, plural] of TWINS) {
    if (abilities.every((own) => own === ability)) said.push(`Two ${plural} cancel out.`);
  }
  const owned = (sign, words) => {
    const seat = sign > 0 ? 0 : 1;
    said.push(`${capital(who[seat])}'s ${names[seat]}: ${words(who[1 - seat])}`);
  };
  if (after.spy) owned(after.spy, (other) => `${other} shows the next card first.`);
  if (after.general) owned(after.general, () => `the next card is ${bonus} stronger.`);
  return said;
}

/** What two cards brought about that were played at a position. */
export function trickWords(data, at, mine, yours, after) {
  const { deck, settings } = data.parts;
  const extra = settings.minister_points - 1;
  const trick = trickOf(data.tricks, at.general, mine, yours);
  const who = [data.players[0], data.players[1]];
  const cards = [deck[mine], deck[yours]];
  const names = cards.map((card) => card.name);
  const stakes = [at.myStake, at.yourStake];
  const opening = data.openings[(at.general + 1) * 64 + mine * 8 + yours];
  const said = [`${opening}: ${prize(trick, stakes, extra, who, names)}.`];
  const over = after.result !== undefined;
  if (!over) {
    const abilities = cards.map((card) => card.ability);
    if (!trick.result) said.push(carried(trick, extra, after, who, names));
    said.push(...nextTrick(abilities, after, who, names, settings.general_bonus));
  }
  if (trick.decides) return [...said, "The game is over."].join(" ");
  const points = [at.myPoints, at.yourPoints];
  if (trick.result) {
    const winner = trick.result > 0 ? 0 : 1;
    points[winner] += stakes[winner] + extra * trick.ministers[winner];
  }
  const score = `${capital(who[0])} ${points[0]}, ${who[1]} ${points[1]}`;
  if (!over) said.push(`${score}.`);
  else if (after.result === 0) said.push(`${score}. No cards are left: the game is a draw.`);
  else said.push(`${score}: ${who[after.result > 0 ? 0 : 1]} wins the game.`);
  return said.join(" ");
}

/** A card that a player shows because of a spy. */
export function shownWords({ parts, players }, seat, card) {
  return `${capital(players[seat])} shows the ${parts.deck[card].name} (${card}); ${players[1 - seat]} answers it.`;
}

function resultWords(players, result, seat) {
  if (!result) return "The game is a draw.";
  const winner = result > 0 ? 0 : 1;
  return winner === seat ? "You have won the game." : `${capital(players[winner])} has won the game.`;
}

function spyWords({ parts, players }, at, seat) {
  const owner = at.spy > 0 ? 0 : 1;
  const asked = 1 - owner === seat;
  const other = asked ? "you" : players[1 - owner];
  const whose = owner === seat ? "Your" : `${capital(players[owner])}'s`;
  if (at.seen === undefined) return `${whose} spy acts: ${other} show${asked ? "" : "s"} a card first.`;
  const shows = asked ? "have" : "has";
  return `${whose} spy acts: ${other} ${shows} shown the ${parts.deck[at.seen].name} (${at.seen}).`;
}

/** What the cards do not show: points, stakes, what spy and general do. */
export function notes(data, at, seat) {
  const { settings } = data.parts;
  const who = [0, 1].map((owner) => (owner === seat ? "you" : data.players[owner]));
  const order = seat === 1 ? [1, 0] : [0, 1];
  const points = [at.myPoints, at.yourPoints];
  const stakes = [at.myStake, at.yourStake];
  const won = order.map((owner) => `${who[owner]} ${points[owner]}`).join(", ");
  if (at.result !== undefined) return [`Points: ${won}. ${resultWords(data.players, at.result, seat)}`];
  const worth = order.map((owner) => `${stakes[owner]} to ${who[owner]}`).join(", ");
  const said = [`Points: ${won} (${settings.points_to_win} win). The trick is worth ${worth}.`];
  if (at.general) {
    const owner = at.general > 0 ? 0 : 1;
    const whose = owner === seat ? "your" : `${who[owner]}'s`;
    said.push(`The general acts: ${whose} card is ${settings.general_bonus} stronger now.`);
  }
  if (at.spy) said.push(spyWords(data, at, seat));
  return said;
}
