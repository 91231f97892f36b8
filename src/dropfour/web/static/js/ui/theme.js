// Runs before the first paint, so that neither another theme nor another layout flashes.
(() => {
  const { dataset } = document.documentElement;
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
})();
