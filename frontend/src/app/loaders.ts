import { isCheckout } from '@courtly/contracts/checkout-document';
import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirectDocument } from 'react-router-dom';
import { courtQuery } from '../resources/court/court-queries';

const SOON_MS = 200;

/** Waits briefly for data, so that fast responses are part of the first render. */
const soon = async (data: Promise<unknown>): Promise<null> => {
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, SOON_MS))]);
  return null;
};

/** Imported on demand, so that other pages don't load the search code. */
const searchAt = async (client: QueryClient, url: string): Promise<void> => {
  const [{ courtSearchOf }, { searchQuery }] = await Promise.all([
    import('../resources/court/court-search'),
    import('../resources/court/search-query'),
  ]);
  await client.prefetchInfiniteQuery(searchQuery(courtSearchOf(new URL(url).searchParams)));
};

/**
 * Checkout is a separate document because only its Content-Security-Policy allows Stripe.
 * @param shown location of the current document
 */
export const checkoutDocument =
  (shown: Pick<URL, 'pathname'>) =>
  ({ request }: Pick<LoaderFunctionArgs, 'request'>): Response | null =>
    isCheckout(shown.pathname) === isCheckout(new URL(request.url).pathname)
      ? null
      : redirectDocument(request.url);

/** Prefetches the first data of a page while its chunk loads. Errors surface on the page itself. */
export const loadersOf = (client: QueryClient) => ({
  courts: ({ request }: LoaderFunctionArgs) =>
    soon(searchAt(client, request.url).catch(() => undefined)),
  court: ({ params }: LoaderFunctionArgs) =>
    soon(client.prefetchQuery(courtQuery(params['courtId'] ?? ''))),
});
