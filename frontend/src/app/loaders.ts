import { isCheckout } from '@courtly/contracts/checkout-document';
import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirectDocument } from 'react-router-dom';
import { courtQuery } from '../resources/court/court-queries';

const MAX_WAIT_MS = 200;

/** Waits briefly for data, so that the first render includes fast responses. */
const waitBriefly = async (data: Promise<unknown>): Promise<null> => {
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  return null;
};

/** Imports the search code on demand, so that other pages don't load it. */
const prefetchSearch = async (queryClient: QueryClient, pageUrl: string): Promise<void> => {
  const [{ parseCourtSearch: courtSearchOf }, { searchQuery }] = await Promise.all([
    import('../resources/court/court-search'),
    import('../resources/court/search-query'),
  ]);
  await queryClient.prefetchInfiniteQuery(
    searchQuery(courtSearchOf(new URL(pageUrl).searchParams)),
  );
};

/**
 * Checkout is a separate document because only its Content-Security-Policy allows Stripe.
 * @param currentLocation location of the current document
 */
export const checkoutDocument =
  (currentLocation: Pick<URL, 'pathname'>) =>
  ({ request }: Pick<LoaderFunctionArgs, 'request'>): Response | null =>
    isCheckout(currentLocation.pathname) === isCheckout(new URL(request.url).pathname)
      ? null
      : redirectDocument(request.url);

/** Prefetches the first data of a page while its chunk loads. The page itself shows any errors. */
export const createLoaders = (queryClient: QueryClient) => ({
  courts: ({ request }: LoaderFunctionArgs) =>
    waitBriefly(prefetchSearch(queryClient, request.url).catch(() => undefined)),
  court: ({ params }: LoaderFunctionArgs) =>
    waitBriefly(queryClient.prefetchQuery(courtQuery(params['courtId'] ?? ''))),
});
