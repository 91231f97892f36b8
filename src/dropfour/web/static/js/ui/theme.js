// Runs before the first paint, so that no other theme, layout or language flashes.
(() => {
  const root = document.documentElement;
  const { dataset } = root;
  const read = (/** @type {string} */ key) => {
    try {
      return localStorage.getItem(`dropfour.${key}`);
    } catch {
      return null; // without storage the theme of the system applies
    }
  };
  const theme = read('theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  const isContrast = matchMedia('(prefers-contrast: more)').matches;
  dataset.board = read('board') ?? (isContrast ? 'contrast' : 'classic');
  if (read('study') === 'true') dataset.study = '';

  const languages = (dataset.languages ?? 'en').split(' ');
  const nameOf = (/** @type {string} */ tag) => tag.split('-')[0];
  const closest = (/** @type {string} */ tag) =>
    languages.find((each) => each === tag) ?? languages.find((each) => nameOf(each) === nameOf(tag));
  root.lang = [read('language') ?? '', ...navigator.languages].map(closest).find(Boolean) ?? 'en';
  if (root.lang !== 'en') {
    dataset.waiting = ''; // until main.js has put the words in
    const manifest = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel=manifest]'));
    manifest.href = manifest.href.replace('manifest.', `manifest.${root.lang}.`);
  }
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  for (const part of ['page', 'game', 'board']) {
    const { href } = new URL(`../../words/${root.lang}/${part}.json`, script.src);
    const preload = { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href };
    document.head.append(Object.assign(document.createElement('link'), preload));
  }
})();
