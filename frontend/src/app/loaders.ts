import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { courtQuery } from '../lib/courts';
import { courtsQuery } from '../features/courts/api';
import { noFilters } from '../features/courts/filters';

const SOON_MS = 200;

/** Holds a page up for a moment at most: data that come that soon are in its first view, others when they come. */
const soon = async (data: Promise<unknown>): Promise<null> => {
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, SOON_MS))]);
  return null;
};

/** Asks for what a page shows first, while its file is being fetched. */
export const loadersOf = (client: QueryClient) => ({
  courts: () => soon(client.prefetchInfiniteQuery(courtsQuery(noFilters))),
  court: ({ params }: LoaderFunctionArgs) => soon(client.prefetchQuery(courtQuery(params['courtId'] ?? ''))),
});
