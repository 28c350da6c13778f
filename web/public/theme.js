// Before the first paint, so that a light theme never flashes dark.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch (error) {
  console.warn('Theme not read', error);
}
