// The faces of the characters, drawn for this page: a few shapes each, and a mouth that shows the mood.

import { svg } from './dom.js';

/** Moods from the worst to the best, with the words of dropfour.engines.mood. */
const MOODS = ['desperate', 'worried', 'uneasy', 'calm', 'hopeful', 'delighted', 'triumphant'];

/**
 * Shapes from back to front: `c` x y r, `e` x y rx ry, or `p` with a path, each after its fill; `|` also draws
 * the mirror image. Eyes: distance from the middle, height, radius. Mouth: height, half its width, colour.
 * @typedef {{ground: string, shapes: string[], eyes: [number, number, number], eye?: string, brow?: string,
 *   mouth: [number, number, string]}} Face
 */

/** @type {Record<string, Face>} */
const FACES = {
  Pip: {
    ground: '#cfe6ff',
    shapes: [
      '#f2b01e p M24 3c-1 4 1 6 0 9h3c2-3 5-3 5-6-4 1-4 2-5 3 0-3-1-4-3-6z', '#ffd84f c 24 28 17',
      '|#ffb37a c 12.5 32 2.8', '#ef8421 p M19.5 28.5h9L24 34z',
    ],
    eyes: [6.5, 25, 2.3],
    mouth: [38, 4, '#a8690a'],
  },
  Momo: {
    ground: '#ffe0ea',
    shapes: ['|#98a3b5 c 11 14 9', '|#f6b3c3 c 11 14 5.2', '#b4becd c 24 29 16', '#e0708b c 24 31 2.4', '|#f3c1cd c 14 34 2.6'],
    eyes: [6, 26.5, 2.3],
    mouth: [37, 4.5, '#4a5568'],
  },
  Fred: {
    ground: '#fff0c2',
    shapes: ['|#4ea457 c 14 15 8', '#5ab862 e 24 30 19 15', '|#ffffff c 14 14.5 5.2', '|#3c8a45 c 21.5 26 0.9', '|#8fd48f c 9.5 33 2.6'],
    eyes: [10, 14.5, 2.7],
    mouth: [33, 10, '#1f5a2b'],
  },
  Hazel: {
    ground: '#def3dc',
    shapes: [
      '|#b98d64 e 16 12 5 12', '|#f2bfae e 16 13 2.4 8', '#d2aa80 c 24 31 15.5', '#f6e8d8 e 24 36 8 6.4',
      '#b0584f p M21.5 32.5h5L24 35z', '#ffffff p M22.2 40h3.6v3.4h-3.6z',
    ],
    eyes: [6.5, 28, 2.3],
    mouth: [38.5, 4, '#7a4a30'],
  },
  Mira: {
    ground: '#e4dcff',
    shapes: [
      '|#3d4558 p M7 7l13 8-11 11z', '|#d78fa5 p M10 12l6 4-5 5z', '#4f586d c 24 28 17', '|#cdf27e c 17 26 4',
      '#ef9fb2 p M21.8 31.5h4.4L24 34z', '|#8e97ab p M12.5 34 3 32.4v1l9.5 1.6zM12.5 36 4 38v1l8.7-2z',
    ],
    eyes: [7, 26, 1.9],
    brow: '#e6e9f0',
    mouth: [37, 5, '#e6e9f0'],
  },
  Bruno: {
    ground: '#d3ece4',
    shapes: ['|#71472a c 11 14 7', '|#c08f66 c 11 14 3.6', '#8b5a36 c 24 28 17.5', '#e0bd97 e 24 34.5 9 7.5', '#3a2414 e 24 31 3.2 2.3'],
    eyes: [7, 25, 2.2],
    mouth: [36.5, 4.5, '#3a2414'],
  },
  Vera: {
    ground: '#d3ecf7',
    shapes: [
      '|#cf5f22 p M6 4l15 10-12 11z', '|#4a2413 p M9 9.5l6.5 5-5 4.6z', '#ea7b30 p M4.5 24C8 10 40 10 43.5 24 42 36 30 44 24 46 18 44 6 36 4.5 24z',
      '|#fff3e6 p M4.7 25.5C13 25 20 33 24 46 15 43 6 36 4.7 25.5z', '#2b1a12 c 24 43.5 2.6',
    ],
    eyes: [7.5, 25.5, 2.3],
    mouth: [36, 4, '#6b2c0d'],
  },
  Otto: {
    ground: '#ffe6cc',
    shapes: [
      '|#7c43b3 c 7 41 6', '|#7c43b3 c 18 44 6', '#9a5fd2 e 24 23 17 19', '|#b98be6 c 13 13 2.6', '#b98be6 c 24 8.5 2',
      '|#ffffff c 17.5 24 5.4',
    ],
    eyes: [6, 24.5, 2.6],
    mouth: [34, 5, '#4a2174'],
  },
  Ada: {
    ground: '#dbe4f6',
    shapes: [
      '|#4f3f33 p M6 6c7 1 11 4 14 8L8 22z', '#6f5b4a c 24 28 18', '#a58c74 e 24 40 11 8', '|#f6e8cd c 16 24 8.6',
      '|#f4a82f c 16.5 24 5', '#e8912d p M24 28l3.6 4.6L24 37l-3.6-4.4z',
    ],
    eyes: [7.5, 24, 2.7],
    mouth: [41, 4, '#3b2d22'],
  },
  Zeno: {
    ground: '#22304f',
    shapes: [
      '#8fa3c4 p M23 3h2v8h-2z', '#ff5d73 c 24 4.5 3', '|#8fa3c4 p M2 24h6v12H4z', '#c3d0e6 p M12 10h24a6 6 0 0 1 6 6v20a7 7 0 0 1-7 7H13a7 7 0 0 1-7-7V16a6 6 0 0 1 6-6z',
      '#0d1830 p M14 16h20a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4V20a4 4 0 0 1 4-4z',
    ],
    eyes: [6.5, 24, 2.8],
    eye: '#5cf0e0',
    mouth: [31.5, 5, '#5cf0e0'],
  },
};

/** @param {string} text */
function shapeOf(text) {
  const [fill, kind, ...rest] = text.split(' ');
  if (kind === 'p') return svg('path', { fill, d: rest.join(' ') });
  const [cx, cy, rx, ry = rx] = rest.map(Number);
  return svg('ellipse', { fill, cx, cy, rx, ry });
}

/** @param {string} d @param {string} stroke @param {string} name */
function drawn(d, stroke, name) {
  return svg('path', { class: name, d, fill: 'none', stroke, 'stroke-width': 1.7, 'stroke-linecap': 'round' });
}

/** The face of a character in a mood: happy ones close their eyes, worried ones have brows. It is decorative, since its name
 * is always beside it.
 * @param {string} name @param {string} [mood] */
export function faceOf(name, mood = 'hopeful') {
  const { ground, shapes, eyes: [apart, eyeY, r], eye = '#1b1f2a', brow = eye, mouth: [y, half, stroke] } = FACES[name];
  const root = svg('svg', { class: 'face', viewBox: '0 0 48 48', 'aria-hidden': 'true' });
  const head = svg('g', { transform: 'translate(2.4 2.9) scale(0.9)' });
  for (const text of shapes) {
    const isMirrored = text.startsWith('|');
    const plain = isMirrored ? text.slice(1) : text;
    head.append(shapeOf(plain));
    if (isMirrored) head.append(svg('g', { transform: 'matrix(-1 0 0 1 48 0)' }, shapeOf(plain)));
  }
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
    if (place < 2) head.append(drawn(`M${cx - side * 3} ${eyeY - r - 4}L${cx + side * 3} ${eyeY - r - 1.6}`, brow, 'brow'));
  }
  const curve = (place - 3) * (half / 2.1) + 0.6;
  const d = `M${24 - half} ${y - curve / 3}Q24 ${y + curve} ${24 + half} ${y - curve / 3}`;
  head.append(drawn(d, stroke, 'mouth'));
  root.append(svg('circle', { cx: 24, cy: 24, r: 24, fill: ground }), head);
  return root;
}
