import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api';
import { handleSessionEnded } from '../resources/session/session';

/**
 * Notifies components in a microtask. With the default timer, React would reset controlled inputs
 * to the old value before an optimistic update arrives.
 */
notifyManager.setScheduler(queueMicrotask);

/**
 * Data stays fresh until a write or a server event invalidates it, and failed queries aren't
 * retried. Queries that need current data, such as availability, set `staleTime: 0`.
 */
export const createQueryClient = (): QueryClient => {
  const handleSessionEnd = (queryError: Error) => {
    if (queryError instanceof ApiError && queryError.isSessionEnd) handleSessionEnded(queryClient);
  };
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
    queryCache: new QueryCache({ onError: handleSessionEnd }),
    mutationCache: new MutationCache({ onError: handleSessionEnd }),
  });
  return queryClient;
};
