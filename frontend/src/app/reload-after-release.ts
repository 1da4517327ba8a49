const KEY = 'courtly:reloaded-from';

/** Whether the server gives out another build by now. */
const isReplaced = async (entry: string): Promise<boolean> => {
  const page = await fetch('/')
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => '');
  return page !== '' && !page.includes(entry);
};

/**
 * After a release the files that an old tab has yet to fetch are gone. The first one that it misses makes it load the new build,
 * once; where only the network failed, it stays.
 * @param entry the address of the script that runs here
 * @param reload loads the page anew, where the person is or is on the way to
 */
export const reloadAfterRelease = (entry: string, reload: () => void): (() => void) => {
  const onPreloadError = async () => {
    // Several files may be missed while the first one still asks.
    if (!(await isReplaced(entry)) || sessionStorage.getItem(KEY) === entry) return;
    sessionStorage.setItem(KEY, entry);
    reload();
  };
  const listener = () => void onPreloadError();
  addEventListener('vite:preloadError', listener);
  return () => removeEventListener('vite:preloadError', listener);
};
