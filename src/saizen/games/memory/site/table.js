// A table of Memory: cards in places, as Python's MemoryTable has them. Two players who forget nothing; what is known
// must be taken. A position never changes: {cards, mover, turned, fresh, score, over}; places count from 1.

const UNSEEN = "?";

export function firstTable(letters) {
  const count = [...letters.values()].reduce((sum, cards) => sum + cards, 0);
  const cards = new Array(count).fill(UNSEEN);
  return { cards, mover: 0, turned: null, fresh: false, score: [0, 0], over: false };
}

const isGone = (card) => card !== UNSEEN && card === card.toLowerCase();
const placesOf = (at, wanted) => at.cards.flatMap((card, i) => (wanted(card) ? [i + 1] : []));
const counted = (at, card) => at.cards.filter((other) => other === card).length;

export const cardAt = (at, place) => at.cards[place - 1];
export const isSeen = (at, place) => cardAt(at, place) !== UNSEEN && !isGone(cardAt(at, place));
export const left = (at) => placesOf(at, (card) => !isGone(card));
export const known = (at) => placesOf(at, (card) => card !== UNSEEN && !isGone(card));
export const isOver = (at) => at.over || (at.turned === null && left(at).length === 0);

/** How many cards of a letter are left, and how many of them known, as the board names it: 4@1. */
export function kindOf(at, letters, letter) {
  return `${letters.get(letter) - counted(at, letter.toLowerCase())}@${counted(at, letter)}`;
}

/** The places of each letter of which two cards or more are known. */
export function knownPairs(at, letters) {
  const places = [...letters.keys()].map((letter) => placesOf(at, (card) => card === letter));
  return places.filter((pair) => pair.length > 1);
}

/** The known mates of the card that lies open. */
export function matesOf(at) {
  const letter = cardAt(at, at.turned);
  return placesOf(at, (card) => card === letter).filter((place) => place !== at.turned);
}

/** The places that may be turned. */
export function places(at, letters) {
  if (at.turned === null) {
    const pairs = knownPairs(at, letters).flat();
    return pairs.length ? pairs.sort((one, other) => one - other) : left(at);
  }
  const mates = matesOf(at);
  return mates.length ? mates : left(at).filter((place) => place !== at.turned);
}

/** The cards that nobody knows, by letter; letters never seen go by the next free name. */
export function unseen(at, letters) {
  const counts = new Map();
  const fresh = new Map();
  for (const [letter, size] of letters) {
    const gone = counted(at, letter.toLowerCase());
    const seen = counted(at, letter);
    if (gone + seen) counts.set(letter, size - gone - seen);
    else {
      if (!fresh.has(size)) fresh.set(size, letter);
      const name = fresh.get(size);
      counts.set(name, (counts.get(name) ?? 0) + size);
    }
  }
  return new Map([...counts].filter(([, count]) => count));
}

/** Which moves of the board turning a place begins or makes. */
export function boardMoves(at, letters, place) {
  if (at.turned !== null) return [secondMove(at, letters, place)];
  if (!isSeen(at, place)) return ["unknown"];
  const opened = { ...at, turned: place, fresh: false };
  return [...new Set(places(opened, letters).map((second) => secondMove(opened, letters, second)))];
}

function secondMove(at, letters, place) {
  const letter = cardAt(at, at.turned);
  const same = cardAt(at, place) === letter;
  if (at.fresh) return isSeen(at, place) ? (same ? "match" : "known") : "unknown";
  const kind = kindOf(at, letters, letter);
  if (!isSeen(at, place)) return `known ${kind}`;
  return same ? `take ${kind}` : "0-move";
}

/** A known card is turned first. */
export const opened = (at, place) => ({ ...at, turned: place, fresh: false });

/** What follows once the letter at a place is known: the first card lies open, or the turn is over. */
export function turned(at, place, letter) {
  const cards = at.cards.with(place - 1, letter);
  if (at.turned === null) return { ...at, cards, turned: place, fresh: true };
  const next = { cards, turned: null, fresh: false, over: false };
  if (cardAt(at, at.turned) === letter) {
    const gone = letter.toLowerCase();
    next.cards = cards.with(place - 1, gone).with(at.turned - 1, gone);
    return { ...next, mover: at.mover, score: at.score.with(at.mover, at.score[at.mover] + 1) };
  }
  return { ...next, mover: 1 - at.mover, score: at.score };
}

/** The end after two known cards: nobody gains by turning another. */
export const passed = (at) => ({ ...at, turned: null, fresh: false, over: true });

/** The position as Python writes it. */
export function textOf(at, deck) {
  const words = at.mover ? ["second"] : [];
  if (at.turned !== null) words.push(`${at.fresh ? "first" : "again"}=${at.turned}`);
  if (at.score.some(Boolean)) words.push(`score=${at.score.join("-")}`);
  return [deck, at.cards.join(" "), ...(words.length ? [words.join(" ")] : [])].join(" | ");
}

const FORM = /^(?:second)? ?(?:(first|again)=(\d+))? ?(?:score=(\d+)-(\d+))?$/;

/** Read what `textOf` writes of a table as large as this one; null where it is none. */
export function readTable(at, text) {
  const [, cards = "", words = ""] = text.split(" | ");
  const [, how, place, one, other] = FORM.exec(words) ?? [];
  const read = cards.split(" ");
  if (read.length !== at.cards.length || !FORM.test(words)) return null;
  const turned = place === undefined ? null : Number(place);
  const score = one === undefined ? [0, 0] : [Number(one), Number(other)];
  return { ...at, cards: read, mover: words.startsWith("second") ? 1 : 0, turned, fresh: how === "first", score };
}

/** What the board knows of a table: how many letters of each kind, whose turn it is, what lies open that was unknown. */
export function boardKey(at, letters) {
  const kinds = [...letters.keys()].map((letter) => kindOf(at, letters, letter)).sort();
  const open = at.fresh ? kindOf(at, letters, cardAt(at, at.turned)) : "";
  return `${kinds.join()} ${at.mover} ${open} ${at.over}`;
}
