import type { ComponentType } from 'react';
import { Spinner } from '../ui/skeleton';
import { lazyPart } from '../ui/lazy-part';
import { ErrorPage } from './error-page';

/**
 * The `lazy` of a route whose page has a file of its own. The router keeps a rejection for good: a page that could not be fetched
 * is asked for again where it stands, and says so there.
 */
export const lazyRoute = (load: () => Promise<ComponentType>) => async () => ({
  Component: await load().catch(() =>
    lazyPart(load, { fallback: <Spinner />, failed: (retry) => <ErrorPage onRetry={retry} /> }),
  ),
});
