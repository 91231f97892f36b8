// Runs before the first paint, so that the other theme does not flash.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('dropfour.theme');
  } catch {
    // Without storage the theme of the system applies.
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
})();
