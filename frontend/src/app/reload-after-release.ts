const KEY = 'courtly:reloaded-from';

/** Whether the server now serves a different build. */
const isReplaced = async (entry: string): Promise<boolean> => {
  const page = await fetch('/')
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => '');
  return page !== '' && !page.includes(entry);
};

/**
 * After a release, the chunks of an old tab are gone. The first missing chunk reloads the page,
 * once per build. Network failures alone don't reload.
 * @param entry URL of the running entry script
 * @param reload reloads the current page or the pending navigation
 */
export const reloadAfterRelease = (entry: string, reload: () => void): (() => void) => {
  const onPreloadError = async () => {
    // Several chunks may fail while the first check is pending.
    if (!(await isReplaced(entry)) || sessionStorage.getItem(KEY) === entry) return;
    sessionStorage.setItem(KEY, entry);
    reload();
  };
  const listener = () => void onPreloadError();
  addEventListener('vite:preloadError', listener);
  return () => removeEventListener('vite:preloadError', listener);
};
