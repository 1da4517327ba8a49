// Runs before the first paint, in every browser, so in the oldest syntax: an old one shows the notice of index.html, and a
// chosen theme never flashes in the other colours.
if (!('popover' in HTMLElement.prototype && CSS.supports('color', 'light-dark(red, red)'))) {
  document.documentElement.setAttribute('data-outdated', '');
}
try {
  var theme = localStorage.getItem('courtly:theme');
  if (theme === 'light' || theme === 'dark')
    document.documentElement.setAttribute('data-theme', theme);
} catch (_) {
  // Storage may be forbidden; the system's colours are right then.
}
// The scripts of a page send its forms. Until they are there, a browser would put the fields into the address, a password too.
document.addEventListener('submit', function (event) {
  event.preventDefault();
});
