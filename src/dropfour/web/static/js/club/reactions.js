// Quick reactions in a live game: a row of buttons, and what the other player has sent beside their name.

import { attempt } from '../page/errors.js';
import { preferences } from '../storage/storage.js';
import { speak, state } from '../page/state.js';
import { seatName } from '../model/game.js';
import { postJson } from '../server/api.js';
import { el, show } from '../ui/dom.js';
import { t } from '../ui/words.js';

/** @type {Record<ReactionKind, string>} */
const REACTIONS = {
  hello: '👋',
  'good-luck': '🍀',
  'nice-move': '👍',
  wow: '😮',
  oops: '🙈',
  thanks: '🙏',
  'good-game': '🤝',
};
const KINDS = /** @type {ReactionKind[]} */ (Object.keys(REACTIONS));
// The server takes one in two seconds.
const BETWEEN_MS = 2100;
const SHOWN_MS = 5000;

export function createReactions() {
  const buttons = KINDS.map((kind) => {
    const name = t(`club.reaction, ${kind}`);
    const props = { type: 'button', 'aria-label': name, title: name, click: () => void send(kind) };
    return el('button.quiet', props, REACTIONS[kind]);
  });
  const root = el('div.reactions', { role: 'group', 'aria-label': t('club.reactions') }, ...buttons);
  let seen = { game: '', number: 0 };

  /** @param {ReactionKind} kind */
  async function send(kind) {
    for (const each of buttons) each.disabled = true;
    setTimeout(() => {
      for (const each of buttons) each.disabled = false;
    }, BETWEEN_MS);
    await attempt(() => postJson('/api/games/{game_id}/reactions', { game_id: String(state.game.id) }, { kind }));
  }

  return {
    root,
    render() {
      const isOn = preferences.reactions.value;
      show(root, isOn && state.game.yours.length > 0);
      const info = state.live?.id === state.game.id ? state.live.info : null;
      if (!info) return;
      const newest = Math.max(0, ...info.reactions.map(({ number }) => number));
      // Those from before the page was opened are old.
      const isFirst = seen.game !== state.game.id;
      for (const { colour, kind, number } of info.reactions) {
        if (isOn && !isFirst && number > seen.number) showReaction(colour, kind);
      }
      seen = { game: String(state.game.id), number: newest };
    },
  };
}

/** @param {Colour} colour @param {ReactionKind} kind */
function showReaction(colour, kind) {
  const words = t(`club.reaction, ${kind}`);
  const player = document.querySelector(`.player[data-colour="${colour}"]`);
  player?.querySelector('.reaction')?.remove();
  const bubble = el('span.reaction', { 'aria-hidden': 'true' }, REACTIONS[kind], el('span', words));
  player?.append(bubble);
  setTimeout(() => bubble.remove(), SHOWN_MS);
  if (!state.game.yours.includes(colour)) speak(t('club.reaction of', { name: seatName(state.game, colour), words }));
}
