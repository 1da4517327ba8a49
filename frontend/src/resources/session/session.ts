import type { User } from '@courtly/contracts/identity';
import { SIGNED_IN_COOKIE } from '@courtly/contracts/signed-in-cookie';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError, call } from '../../lib/api';
import { readStorage, writeStorage } from '../../lib/storage';
import { MINUTE_MS } from '../../lib/durations';

const FIVE_MINUTES_MS = 5 * MINUTE_MS;
const RETURN_KEY = 'courtly:redirect';
const CHANGED_KEY = 'courtly:session-changed';

const isSignedOut = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/**
 * Whether the browser has a session, according to a cookie that scripts can read. Without it, no
 * request is needed.
 */
const hasSession = (): boolean =>
  // During prerendering, there is no document.
  typeof document !== 'undefined' && document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`);

const fetchCurrentUser = async ({ signal }: { signal: AbortSignal }): Promise<User | null> => {
  if (!hasSession()) return null;
  try {
    return await call('GET /api/auth/me', { signal });
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw new Error('Failed to fetch user', { cause: error });
  }
};

/**
 * The current user. Null for visitors, which needs no request. A sign-in or sign-out in another tab
 * refetches it.
 */
export const meQuery = queryOptions({
  queryKey: ['/api/auth/me'],
  queryFn: fetchCurrentUser,
  initialData: () => (hasSession() ? undefined : null),
  staleTime: FIVE_MINUTES_MS,
  retry: 3,
  refetchOnWindowFocus: ({ state }) => (hasSession() === Boolean(state.data) ? false : 'always'),
  // Pages must show changes to the role and tier immediately.
  meta: { live: ['people', 'memberships'] },
});

export type Session =
  | { state: 'loading'; user: null }
  | { state: 'visitor'; user: null }
  | { state: 'member'; user: User };

/** The current session. If the server can't be reached, the user is treated as a visitor. */
export const useSession = (): Session => {
  const { data: user, isPending, isError } = useQuery(meQuery);
  if (user) return { state: 'member', user };
  return { state: isPending && !isError ? 'loading' : 'visitor', user: null };
};

const isOtherQuery = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey[0] !== meQuery.queryKey[0];

/** Sets the current user in this and other tabs and drops all cached data of the previous one. */
const setCurrentUser = (queryClient: QueryClient, user: User | null): void => {
  queryClient.setQueryData(meQuery.queryKey, user);
  queryClient.removeQueries({ predicate: isOtherQuery });
  writeStorage(CHANGED_KEY, crypto.randomUUID());
};

/**
 * Drops and refetches cached data when a different user signs in, here or in another tab.
 * @returns a function that unsubscribes
 */
export const syncSession = (queryClient: QueryClient): (() => void) => {
  let previousUser = queryClient.getQueryData(meQuery.queryKey);
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || isOtherQuery(query)) return;
    const user = queryClient.getQueryData(meQuery.queryKey);
    if (previousUser && user && user.id !== previousUser.id)
      void queryClient.resetQueries({ predicate: isOtherQuery });
    // The user who signs in after a sign-out must not be mistaken for the previous one.
    previousUser = user ?? previousUser;
  });
  const onStorage = ({ key }: StorageEvent) => {
    if (key === CHANGED_KEY) void queryClient.invalidateQueries(meQuery);
  };
  addEventListener('storage', onStorage);
  return () => {
    unsubscribe();
    removeEventListener('storage', onStorage);
  };
};

export const handleSignedIn = (queryClient: QueryClient, user: User): void =>
  setCurrentUser(queryClient, user);
export const handleSignedOut = (queryClient: QueryClient): void => {
  setCurrentUser(queryClient, null);
  queryClient.getMutationCache().clear();
};

export const displayName = (user: User): string => user.firstName || user.username;

export const rememberReturnPath = (returnPath: string): void =>
  writeStorage(RETURN_KEY, returnPath);

const neverChanges = () => () => undefined;

/** The path to which the user returns after sign-in. Null during prerendering. */
export const useReturnPath = (): string | null =>
  useSyncExternalStore(
    neverChanges,
    () => readStorage(RETURN_KEY),
    () => null,
  );

/** Returns and clears the path to open after sign-in. Only paths of the same origin are allowed. */
export const popReturnPath = (): string => {
  const returnPath = readStorage(RETURN_KEY);
  writeStorage(RETURN_KEY, null);
  return returnPath && /^\/(?![/\\])/.test(returnPath) ? returnPath : '/';
};
