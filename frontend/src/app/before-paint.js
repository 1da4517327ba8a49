// Runs before the first paint in every browser, so it uses old syntax. It shows outdated browsers
// the notice in index.html and applies the saved theme without a flash of the other one.
if (!('popover' in HTMLElement.prototype && CSS.supports('color', 'light-dark(red, red)'))) {
  document.documentElement.setAttribute('data-outdated', '');
}
try {
  var theme = localStorage.getItem('courtly:theme');
  if (theme === 'light' || theme === 'dark')
    document.documentElement.setAttribute('data-theme', theme);
} catch (_) {
  // Storage may be blocked; the system theme is a safe default.
}
// React submits the forms. Until it has loaded, the browser would put every field, even a password,
// in the URL. A form that was submitted too early is submitted again once React has loaded.
var earlyForm;
document.addEventListener('submit', function (event) {
  if (event.defaultPrevented) return;
  event.preventDefault();
  earlyForm = event.target;
});
// If the entry script fails, nothing else can say so. Error events of elements don't bubble.
var hasStarted = false;
function showFailure(event) {
  var isPart = event.target && event.target.tagName && event.target.tagName !== 'SCRIPT';
  if (hasStarted || isPart || document.documentElement.hasAttribute('data-failed')) return;
  document.documentElement.setAttribute('data-failed', '');
  var message = String(event.message || event.reason || event.target.src || event.type);
  var report = {
    type: 'error',
    source: 'entry',
    name: '',
    message: message.replace(/[?#].*/, '').slice(0, 300),
    stack: '',
    page: location.pathname.slice(0, 200),
  };
  if (navigator.sendBeacon)
    navigator.sendBeacon(
      '/api/browser-reports',
      new Blob([JSON.stringify({ reports: [report] })], { type: 'application/json' }),
    );
}
addEventListener('error', showFailure, true);
addEventListener('unhandledrejection', showFailure);
document.addEventListener('courtly:ready', function () {
  hasStarted = true;
  document.documentElement.removeAttribute('data-failed');
  if (earlyForm && earlyForm.isConnected) earlyForm.requestSubmit();
  earlyForm = null;
});
