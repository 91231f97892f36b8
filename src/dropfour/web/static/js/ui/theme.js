// Runs before anything is painted, so that nobody sees a flash of the other theme.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('dropfour.theme');
  } catch {
    // Then the system's choice holds.
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
})();
