import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { createBrowserRouter } from 'react-router-dom';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state'>;

let isOutdated = false;

/** Whether the server now serves a different build. */
const isNewBuildServed = async (entryUrl: string): Promise<boolean> => {
  const pageHtml = await fetch('/')
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => '');
  return pageHtml !== '' && !pageHtml.includes(entryUrl);
};

/** Waits for requests that a reload would cancel, such as a sign-out. */
const afterMutations = (queryClient: QueryClient, reloadPage: () => void): void => {
  if (queryClient.isMutating() === 0) return reloadPage();
  const unsubscribe = queryClient.getMutationCache().subscribe(() => {
    if (queryClient.isMutating() > 0) return;
    unsubscribe();
    reloadPage();
  });
};

/**
 * Checks for a new build when a chunk is missing. A page that was opening reloads. An open page may
 * be half filled in, so it stays as it is, and the next page reloads.
 * @param entryUrl URL of the running entry script
 * @returns a function that stops the checks
 */
export const watchReleases = (
  entryUrl: string,
  router: Router,
  queryClient: QueryClient,
  reloadPage = () => location.reload(),
): (() => void) => {
  const checkBuild = async () => {
    const openingLocation = router.state.navigation.location;
    isOutdated ||= await isNewBuildServed(entryUrl);
    // A page that is still opening reloads once it has opened.
    if (isOutdated && openingLocation?.key === router.state.location.key)
      afterMutations(queryClient, reloadPage);
  };
  const handlePreloadError = () => void checkBuild();
  addEventListener('vite:preloadError', handlePreloadError);
  return () => {
    isOutdated = false;
    removeEventListener('vite:preloadError', handlePreloadError);
  };
};

/** Reloads each newly opened page while the running build is outdated. */
export const useReloadAfterRelease = (
  pathname: string,
  reloadPage = () => location.reload(),
): void => {
  const queryClient = useQueryClient();
  // The previous page is gone by then, so its unsaved changes cause no second prompt.
  useEffect(() => {
    if (isOutdated) afterMutations(queryClient, reloadPage);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new path reloads
  }, [pathname]);
};
