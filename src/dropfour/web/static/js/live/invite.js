// A link to give away: shown as text and as a QR code, copied, or passed to the phone's share sheet.

import { attempt } from '../page/errors.js';
import { qrCode } from '../server/api.js';
import { button, el, show } from '../ui/dom.js';
import { linkRow } from '../ui/form.js';

/** @param {string} label @param {string} id */
export function createLinkBox(label, id) {
  const share = button('Share …', passOn);
  const image = el('img.qr', { alt: 'QR code of the link' });
  const { root, input } = linkRow(label, id, share);
  root.classList.replace('field', 'link-box');
  root.append(image);
  show(share, 'share' in navigator);
  show(image, false);

  async function passOn() {
    try {
      await navigator.share({ title: 'Dropfour', text: 'Play Connect Four with me', url: input.value });
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
      show(image, false);
      if (image.src) URL.revokeObjectURL(image.src);
      const address = await attempt(() => qrCode(link));
      if (address === null || input.value !== link) return;
      image.src = address;
      show(image, true);
    },
  };
}
