import type { ComponentType } from 'react';
import { Spinner } from '../ui/skeleton';
import { lazyComponent } from '../ui/lazy-component';
import { ErrorPage } from './error-page';

/** A page that offers a retry if it fails to load. */
export const lazyPage = (loadPage: () => Promise<ComponentType>) =>
  lazyComponent(loadPage, {
    isWholePage: true,
    fallback: <Spinner />,
    renderError: (retryLoad) => <ErrorPage onRetry={retryLoad} />,
  });

/**
 * The `lazy` function of a route. The router caches a rejection forever, so a failed load resolves
 * to a component that offers a retry.
 */
export const lazyRoute = (loadPage: () => Promise<ComponentType>) => async () => ({
  Component: await loadPage().catch(() => lazyPage(loadPage)),
});
