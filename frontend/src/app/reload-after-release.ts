const STORAGE_KEY = 'courtly:reloaded-from';

/** Whether the server now serves a different build. */
const isNewBuildServed = async (entryUrl: string): Promise<boolean> => {
  const pageHtml = await fetch('/')
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => '');
  return pageHtml !== '' && !pageHtml.includes(entryUrl);
};

/**
 * After a release, the server no longer has the chunks that an old tab needs. The first missing
 * chunk reloads the page, once per build. Network failures alone don't reload.
 * @param entryUrl URL of the running entry script
 * @param reloadPage reloads the current page or the pending navigation
 */
export const reloadAfterRelease = (entryUrl: string, reloadPage: () => void): (() => void) => {
  const onPreloadError = async () => {
    // Several chunks may fail while the first check is pending.
    if (!(await isNewBuildServed(entryUrl)) || sessionStorage.getItem(STORAGE_KEY) === entryUrl)
      return;
    sessionStorage.setItem(STORAGE_KEY, entryUrl);
    reloadPage();
  };
  const handlePreloadError = () => void onPreloadError();
  addEventListener('vite:preloadError', handlePreloadError);
  return () => removeEventListener('vite:preloadError', handlePreloadError);
};
