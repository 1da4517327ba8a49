// A service worker that only shows the offline page. The build fills in the hashed files, so a new
// page installs a new worker.
const CACHE = 'courtly-offline';
const files = '%FILES%'.split(' ');
const [page] = files;

const store = async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(files);
};

const dropOldFiles = async () => {
  const cache = await caches.open(CACHE);
  const requests = await cache.keys();
  const isOld = ({ url }) => !files.includes(new URL(url).pathname);
  await Promise.all(requests.filter(isOld).map((request) => cache.delete(request)));
};

/** A weak connection may neither load a page nor fail. */
const PATIENCE_MS = 15_000;

const loadPage = async (request) => {
  const patience = new Promise((_resolve, reject) =>
    setTimeout(() => reject(new Error('The connection is too slow.')), PATIENCE_MS),
  );
  try {
    return await Promise.race([fetch(request), patience]);
  } catch (error) {
    const offlinePage = await caches.match(page);
    if (!offlinePage) throw error;
    return offlinePage;
  }
};

self.addEventListener('install', (event) => {
  event.waitUntil(store());
  void self.skipWaiting();
});
self.addEventListener('activate', (event) => event.waitUntil(dropOldFiles()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (mode === 'navigate') event.respondWith(loadPage(event.request));
  else if (files.includes(pathname))
    event.respondWith(caches.match(pathname).then((file) => file ?? fetch(event.request)));
});
