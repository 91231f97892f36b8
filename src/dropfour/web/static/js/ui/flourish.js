// Confetti for a win: small discs and strips that burst from the winning line.

import { el } from './dom.js';

const PIECES = 44;

/** @param {Element[]} sources  where the pieces come from, in turn */
export function confetti(sources) {
  const places = sources.map((source) => source.getBoundingClientRect());
  if (!places.length) return;
  const root = el('div.confetti', { 'aria-hidden': 'true' });
  document.body.append(root);
  const flights = Array.from({ length: PIECES }, (_, i) => {
    const place = places[i % places.length];
    const piece = el('i', { 'data-kind': i % 4 });
    piece.style.setProperty('left', `${place.left + place.width / 2}px`);
    piece.style.setProperty('top', `${place.top + place.height / 2}px`);
    root.append(piece);
    const angle = Math.PI * (1.1 + 0.8 * Math.random());
    const speed = 90 + 190 * Math.random();
    const x = Math.cos(angle) * speed * 1.3;
    const y = Math.sin(angle) * speed;
    const turn = 360 * (Math.random() - 0.5) * 4;
    return piece.animate(
      [
        { transform: 'translate(0, 0) scale(0.4)', opacity: 1, easing: 'cubic-bezier(0.1, 0.7, 0.4, 1)' },
        {
          transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`,
          opacity: 1,
          offset: 0.42,
          easing: 'cubic-bezier(0.5, 0, 0.9, 0.6)',
        },
        { transform: `translate(${x * 1.25}px, ${y + 380}px) rotate(${turn * 2}deg)`, opacity: 0 },
      ],
      { duration: 1500 + 700 * Math.random(), fill: 'both' },
    ).finished;
  });
  void Promise.allSettled(flights).then(() => root.remove());
}
