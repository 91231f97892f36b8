// The levels as characters. Ratings are the Elo of docs/arena.md, "How strong the levels are" (all levels against each
// other on the classic board), with medium at 1500 as for puzzles; tests/web/test_look.py compares them.

/** @typedef {{level: string, name: string, rating: number, plays: string}} Character */

/** @type {Character[]}  from the weakest to the strongest, each under the name that the page gives its level */
export const CHARACTERS = [
  { level: '1', name: 'Pip', rating: 781, plays: 'Has just hatched, and overlooks a win or a threat now and then.' },
  { level: 'easy', name: 'Momo', rating: 1180, plays: 'Takes every win and blocks every threat, but makes no plans.' },
  { level: '3', name: 'Fred', rating: 1304, plays: 'Leaps at whatever looks good two or three moves ahead.' },
  { level: '4', name: 'Hazel', rating: 1354, plays: 'Watches the next moves, and misjudges where they lead.' },
  { level: 'medium', name: 'Mira', rating: 1500, plays: 'Sets small traps, and sees three to five moves ahead.' },
  { level: '6', name: 'Bruno', rating: 1635, plays: 'Plays solid moves, and has a good feeling for strong cells.' },
  { level: '7', name: 'Vera', rating: 1755, plays: 'Likes double threats, and sees five to seven moves ahead.' },
  { level: 'hard', name: 'Otto', rating: 1904, plays: 'Eight arms, up to eight moves ahead, few mistakes.' },
  { level: '9', name: 'Ada', rating: 2011, plays: 'Plans ten moves ahead, and punishes almost every slip.' },
  { level: 'perfect', name: 'Zeno', rating: 2307, plays: 'Has solved the game, and plays only moves proven best.' },
];

const NUMBERS = new Map([['2', 'easy'], ['5', 'medium'], ['8', 'hard'], ['10', 'perfect']]);

/** @param {string | null} engine @returns {Character | null}  null unless *engine* is a level */
export function characterOf(engine) {
  if (engine === null) return null;
  const level = NUMBERS.get(engine) ?? engine;
  return CHARACTERS.find((each) => each.level === level) ?? null;
}

/** A level in words: Medium, or Level 6. @param {string} level */
export function levelName(level) {
  return /^\d/.test(level) ? `Level ${level}` : level.charAt(0).toUpperCase() + level.slice(1);
}
