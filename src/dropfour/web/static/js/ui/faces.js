// The faces of the characters, drawn for this page: a head from game/faces.svg, and eyes and a mouth that show the mood.

import { svg } from './dom.js';

const HEADS = new URL('../../game/faces.svg', import.meta.url);

/** Moods from the worst to the best, with the words of native/policy/mood.hpp. */
const MOODS = ['desperate', 'worried', 'uneasy', 'calm', 'hopeful', 'delighted', 'triumphant'];

/** Eyes: distance from the middle, height, radius. Mouth: height, half its width, colour.
 * @type {Record<string, {eyes: [number, number, number], eye?: string, brow?: string, mouth: [number, number, string]}>} */
const FACES = {
  Pip: { eyes: [6.5, 25, 2.3], mouth: [38, 4, '#a8690a'] },
  Momo: { eyes: [6, 26.5, 2.3], mouth: [37, 4.5, '#4a5568'] },
  Fred: { eyes: [10, 14.5, 2.7], mouth: [33, 10, '#1f5a2b'] },
  Hazel: { eyes: [6.5, 28, 2.3], mouth: [38.5, 4, '#7a4a30'] },
  Mira: { eyes: [7, 26, 1.9], brow: '#e6e9f0', mouth: [37, 5, '#e6e9f0'] },
  Bruno: { eyes: [7, 25, 2.2], mouth: [36.5, 4.5, '#3a2414'] },
  Vera: { eyes: [7.5, 25.5, 2.3], mouth: [36, 4, '#6b2c0d'] },
  Otto: { eyes: [6, 24.5, 2.6], mouth: [34, 5, '#4a2174'] },
  Ada: { eyes: [7.5, 24, 2.7], mouth: [41, 4, '#3b2d22'] },
  Zeno: { eyes: [6.5, 24, 2.8], eye: '#5cf0e0', mouth: [31.5, 5, '#5cf0e0'] },
};

/** @param {string} d @param {string} stroke @param {string} name */
function drawn(d, stroke, name) {
  return svg('path', { class: name, d, fill: 'none', stroke, 'stroke-width': 1.7, 'stroke-linecap': 'round' });
}

/** The face of a character in a mood: happy ones close their eyes, worried ones have brows. It is
 * decorative, since its name is always beside it. @param {string} name @param {string} [mood] */
export function faceOf(name, mood = 'hopeful') {
  const { eyes, eye = '#1b1f2a', brow = eye, mouth } = FACES[name];
  const [apart, eyeY, r] = eyes;
  const [y, half, stroke] = mouth;
  const root = svg('svg', { class: 'face', viewBox: '0 0 48 48', 'aria-hidden': 'true' });
  const head = svg('g', { transform: 'translate(2.4 2.9) scale(0.9)' });
  const place = MOODS.includes(mood) ? MOODS.indexOf(mood) : 4;
  for (const side of [-1, 1]) {
    const cx = 24 + side * apart;
    if (place > 4) {
      head.append(drawn(`M${cx - r} ${eyeY + r / 2}Q${cx} ${eyeY - r * 1.7} ${cx + r} ${eyeY + r / 2}`, eye, 'eye'));
      continue;
    }
    head.append(
      svg('circle', { class: 'eye', cx, cy: eyeY, r, fill: eye }),
      svg('circle', { cx: cx + r * 0.3, cy: eyeY - r * 0.35, r: r * 0.34, fill: '#fff' }),
    );
    if (place < 2)
      head.append(drawn(`M${cx - side * 3} ${eyeY - r - 4}L${cx + side * 3} ${eyeY - r - 1.6}`, brow, 'brow'));
  }
  const curve = (place - 3) * (half / 2.1) + 0.6;
  const d = `M${24 - half} ${y - curve / 3}Q24 ${y + curve} ${24 + half} ${y - curve / 3}`;
  head.append(drawn(d, stroke, 'mouth'));
  root.append(svg('use', { href: `${HEADS.pathname}#${name}` }), head);
  return root;
}
