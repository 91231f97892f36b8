// Captions of the sidebar are headings of level 2, the parameters of a signature are not a list of definitions, and
// what is wider than the page can be scrolled by the keyboard.
addEventListener('DOMContentLoaded', () => {
  for (const caption of document.querySelectorAll('[role="heading"]')) caption.setAttribute('aria-level', '2');
  for (const part of document.querySelectorAll('dt.sig :is(dl, dd)')) part.setAttribute('role', 'presentation');
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    }
  });
  for (const block of document.querySelectorAll('pre, .table-wrapper')) observer.observe(block);
});
