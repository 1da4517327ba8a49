// Runs before the first paint, so that a chosen theme never flashes in the other colours.
try {
  const theme = localStorage.getItem('courtly:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; the system's colours are right then.
}
