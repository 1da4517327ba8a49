import { isCheckout } from '@courtly/contracts/checkout-document';
import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirectDocument } from 'react-router-dom';
import { courtQuery } from '../resources/court/court-queries';

const SOON_MS = 200;

/** Holds a page up for a moment at most: data that come that soon are in its first view, others when they come. */
const soon = async (data: Promise<unknown>): Promise<null> => {
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, SOON_MS))]);
  return null;
};

/** What a search is comes with the page of courts, so that no other page waits for it. */
const searchAt = async (client: QueryClient, url: string): Promise<void> => {
  const [{ courtSearchOf }, { searchQuery }] = await Promise.all([
    import('../resources/court/court-search'),
    import('../resources/court/search-query'),
  ]);
  await client.prefetchInfiniteQuery(searchQuery(courtSearchOf(new URL(url).searchParams)));
};

/**
 * Checkout is a document of its own: what Stripe may do there (its Content-Security-Policy) it may do on no other page.
 * @param shown where the document that runs this was asked for
 */
export const checkoutDocument =
  (shown: Pick<URL, 'pathname'>) =>
  ({ request }: Pick<LoaderFunctionArgs, 'request'>): Response | null =>
    isCheckout(shown.pathname) === isCheckout(new URL(request.url).pathname)
      ? null
      : redirectDocument(request.url);

/** Asks for what a page shows first, while its file is being fetched; where something of it is missing, the page says so. */
export const loadersOf = (client: QueryClient) => ({
  courts: ({ request }: LoaderFunctionArgs) =>
    soon(searchAt(client, request.url).catch(() => undefined)),
  court: ({ params }: LoaderFunctionArgs) =>
    soon(client.prefetchQuery(courtQuery(params['courtId'] ?? ''))),
});
