// A link to give away, to a friend or to one's other device: shown as text and as a QR code,
// copied, or passed to the phone's share sheet.

import { attempt } from '../page/errors.js';
import { qrCode } from '../server/api.js';
import { button, el, show } from '../ui/dom.js';
import { linkRow } from '../ui/form.js';
import { t } from '../ui/words.js';

/** @param {string} label @param {string} id */
export function createLinkBox(label, id) {
  const share = button(t('live.share'), passOn);
  const image = el('img.qr', { alt: t('live.QR code') });
  const { root, input } = linkRow(label, id, share);
  root.classList.replace('field', 'link-box');
  show(share, 'share' in navigator);

  async function passOn() {
    try {
      await navigator.share({ title: 'Dropfour', text: t('live.play with me'), url: input.value });
    } catch {
      // The share sheet was closed.
    }
  }

  return {
    root,
    /** @param {string} link */
    async set(link) {
      if (input.value === link) return;
      input.value = link;
      image.remove();
      if (image.src) URL.revokeObjectURL(image.src);
      const address = await attempt(() => qrCode(link));
      if (address === null || input.value !== link) return;
      image.src = address;
      root.append(image);
    },
  };
}

/** A button that asks for a link with which another device takes over, and the link.
 * @param {string} id @param {string} label @param {() => string} address  of what it takes over
 * @param {() => Promise<{token: string}>} ask  the server for the link */
export function createDeviceLink(id, label, address, ask) {
  const link = createLinkBox(t('live.another device, about'), id);
  let shownFor = '';
  let current = '';
  show(link.root, false);
  const handOver = button(label, async () => {
    const [made, wanted] = [await attempt(ask), current];
    if (made === null) return;
    shownFor = wanted;
    show(link.root, true);
    await link.set(new URL(`${address()}#take=${made.token}`, location.href).href);
  });
  return {
    button: handOver,
    link: link.root,
    /** @param {boolean} isPossible @param {string} what  the link is for: with another game or tournament it vanishes */
    render(isPossible, what) {
      current = what;
      show(handOver, isPossible);
      show(link.root, isPossible && shownFor === what);
    },
  };
}
