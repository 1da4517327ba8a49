import type { ComponentType } from 'react';
import { Spinner } from '../ui/skeleton';
import { lazyPart } from '../ui/lazy-part';
import { ErrorPage } from './error-page';

/**
 * The `lazy` function of a route. The router caches a rejection forever, so a failed load resolves
 * to a component that offers a retry.
 */
export const lazyRoute = (load: () => Promise<ComponentType>) => async () => ({
  Component: await load().catch(() =>
    lazyPart(load, { fallback: <Spinner />, failed: (retry) => <ErrorPage onRetry={retry} /> }),
  ),
});
