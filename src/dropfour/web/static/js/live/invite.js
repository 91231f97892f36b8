// A link to give away: shown as text and as a QR code, copied, or passed to the phone's share sheet.

import { qrCode } from '../server/api.js';
import { copyButton } from '../ui/copy.js';
import { el, show } from '../ui/dom.js';
import { attempt } from './play.js';

/** @param {string} label @param {string} id */
export function createLinkBox(label, id) {
  const input = /** @type {HTMLInputElement} */ (el('input', { type: 'text', id, readonly: true }));
  input.addEventListener('focus', () => input.select());
  const share = el('button', { type: 'button', click: () => void passOn() }, 'Share …');
  const image = /** @type {HTMLImageElement} */ (el('img.qr', { alt: 'QR code of the link' }));
  const root = el('div.link-box', {},
    el('label.field-name', { for: id }, label),
    el('div.link-row', {}, input, copyButton('Copy', () => input.value), share),
    image,
  );
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
