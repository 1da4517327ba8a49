import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api';
import { meQuery } from '../resources/session/session';

/**
 * Components hear of new data within the task that brings it. By default they would a timer later, and until then React puts a
 * controlled input back to its old value, however optimistic the change.
 */
notifyManager.setScheduler(queueMicrotask);

/**
 * Data stays fresh until a write or the stream of changes says otherwise, and ordinary calls are not repeated. What must be
 * true at this very moment (availability, checkout) sets `staleTime: 0` itself. Offline, writes wait for the network.
 */
export const createQueryClient = (): QueryClient => {
  const noticeEndOfSession = (error: Error) => {
    if (error instanceof ApiError && error.code === 'not_signed_in')
      client.setQueryData(meQuery.queryKey, null);
  };
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
    queryCache: new QueryCache({ onError: noticeEndOfSession }),
    mutationCache: new MutationCache({ onError: noticeEndOfSession }),
  });
  return client;
};
