// R-Rivals as the board draws it: the parts of a position, as Python gives them.

import { CARDS, mover } from "./positions.js";
import { notes } from "./words.js";

function side(data, at, owner, seat) {
  const chooser = at.result === undefined ? mover(at) : 1 - owner;
  const chooses = owner === seat && (chooser === null || chooser === owner);
  const shown = at.spy !== 0 && owner !== chooser ? at.seen : undefined;
  const sign = owner ? -1 : 1;
  const card = (number) => ({ number, shown: number === shown, move: chooses ? String(number) : null });
  return {
    seat: owner,
    name: data.players[owner],
    you: owner === seat,
    points: owner ? at.yourPoints : at.myPoints,
    stake: owner ? at.yourStake : at.myStake,
    spy: at.spy === sign,
    general: at.general === sign,
    hand: CARDS[owner ? at.yours : at.mine].map(card),
  };
}

/** The drawing of a position for a seat. */
export function draw(data, at, seat) {
  const parts = {
    below: seat === 1 ? 1 : 0,
    players: [0, 1].map((owner) => side(data, at, owner, seat)),
    spy: at.spy,
    general: at.general,
    seen: at.seen ?? null,
    result: at.result ?? null,
    ...data.parts,
  };
  return { rows: [], notes: notes(data, at, seat), parts };
}
