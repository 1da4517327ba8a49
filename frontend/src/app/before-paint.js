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
  var isScript = event.target && event.target.tagName === 'SCRIPT';
  var reason = event.reason;
  var file = String((isScript ? event.target.src : event.filename) || '').replace(/[?#].*/, '');
  // Errors of browser extensions arrive here, too.
  var isOwn = reason
    ? reason.name && !/-extension:/.test(reason.stack)
    : file.indexOf(location.origin + '/') === 0;
  if (hasStarted || !isOwn || document.documentElement.hasAttribute('data-failed')) return;
  document.documentElement.setAttribute('data-failed', '');
  var report = {
    type: 'error',
    source: 'entry',
    // The message of a reason may contain a response.
    name: reason ? String(reason.name).slice(0, 60) : '',
    message: reason
      ? ''
      : String(event.message || file)
          .replace(/[?#].*/, '')
          .slice(0, 300),
    stack: event.filename ? (file + ':' + event.lineno).slice(0, 300) : '',
    page: location.pathname.slice(0, 200),
  };
  var body = new Blob([JSON.stringify({ reports: [report] })], { type: 'application/json' });
  if (navigator.sendBeacon) navigator.sendBeacon('/api/browser-reports', body);
}
addEventListener('error', showFailure, true);
addEventListener('unhandledrejection', showFailure);
document.addEventListener('courtly:ready', function () {
  hasStarted = true;
  document.documentElement.removeAttribute('data-failed');
  if (earlyForm && earlyForm.isConnected) earlyForm.requestSubmit();
  earlyForm = null;
});
