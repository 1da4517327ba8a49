import type { User } from '@courtly/contracts/identity';
import { SIGNED_IN_COOKIE } from '@courtly/contracts/signed-in-cookie';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api';
import { clearDrafts } from '../../lib/drafts';
import { MINUTE_MS } from '../../lib/durations';
import { readStorage, writeStorage } from '../../lib/storage';
import { hasFailed } from '../../ui/load-error';

const FIVE_MINUTES_MS = 5 * MINUTE_MS;
const CHANGED_KEY = 'courtly:session-changed';
const SIGNED_OUT = 'signed-out';
/** What the offline page shows of the current user. */
export const SAVED_BOOKINGS_KEY = 'courtly:saved-bookings';

/** A DOM event: the server accepts this tab's user again. */
export const SIGNED_IN_AGAIN = 'courtly:signed-in-again';

/** The key of mutations that end the session on purpose. */
export const endSessionKey = ['end-session'];

let isRecovering = false;
/** While a member signs in again over the page, a sign-out in another tab must not close it. */
export const setRecovering = (isNowRecovering: boolean): void => {
  isRecovering = isNowRecovering;
};

type CurrentUserContext = { client: QueryClient; signal: AbortSignal };

const isSignedOut = (error: unknown) => error instanceof ApiError && error.isSessionEnd;

/**
 * Whether the browser has a session, according to a cookie that scripts can read. Without it, no
 * request is needed.
 */
export const hasSession = (): boolean =>
  // During prerendering, there is no document.
  typeof document !== 'undefined' && document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`);

/** Removes the saved bookings of a session that ended without this browser. */
export const dropSavedBookings = (): void => {
  if (!hasSession()) writeStorage(SAVED_BOOKINGS_KEY, null);
};

/**
 * Without a cookie, no one is signed in, unless the server has just ended the session: then the user
 * can sign in again over the page.
 */
const fetchCurrentUser = async (queryContext: CurrentUserContext): Promise<User | null> => {
  const user = await loadCurrentUser(queryContext);
  if (!user) writeStorage(SAVED_BOOKINGS_KEY, null);
  return user;
};

const loadCurrentUser = async ({ client, signal }: CurrentUserContext): Promise<User | null> => {
  const isKnown = Boolean(client.getQueryData(meQuery.queryKey));
  const isLeft = !isRecovering && readStorage(CHANGED_KEY)?.startsWith(SIGNED_OUT);
  if (!hasSession() && (!isKnown || isLeft)) return null;
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

/**
 * `unknown`: the session is still loading, or it could not be loaded. A user is signed out only if
 * the server says so.
 */
export type Session =
  | { state: 'signedIn'; user: User }
  | { state: 'signedOut'; user: null }
  | { state: 'unknown'; user: null; hasFailed: boolean };

export const useSession = (): Session => {
  const query = useQuery(meQuery);
  if (query.data) return { state: 'signedIn', user: query.data };
  return query.data === null
    ? { state: 'signedOut', user: null }
    : { state: 'unknown', user: null, hasFailed: hasFailed(query) };
};

export const isOtherQuery = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey[0] !== meQuery.queryKey[0];

const announceChange = (change: 'signed-in' | typeof SIGNED_OUT): void =>
  writeStorage(CHANGED_KEY, `${change}:${crypto.randomUUID()}`);

/** Sets the current user and drops all cached data of the previous one. */
const setCurrentUser = (queryClient: QueryClient, user: User | null): void => {
  queryClient.setQueryData(meQuery.queryKey, user);
  queryClient.removeQueries({ predicate: isOtherQuery });
  writeStorage(SAVED_BOOKINGS_KEY, null);
};

/** Drops what no page shows. */
export const dropUnseenData = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ type: 'inactive', predicate: isOtherQuery });

/** Sets the user without dropping the data of the page, which may contain unsaved input. */
export const handleSignedInAgain = (queryClient: QueryClient, user: User): void => {
  queryClient.setQueryData(meQuery.queryKey, user);
  announceChange('signed-in');
};

/** Drops the user and their data after the server has ended the session. */
export const handleSessionEnded = (queryClient: QueryClient): void => {
  if (queryClient.getQueryData(meQuery.queryKey)) setCurrentUser(queryClient, null);
  else {
    queryClient.setQueryData(meQuery.queryKey, null);
    writeStorage(SAVED_BOOKINGS_KEY, null);
  }
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

/** Other tabs refetch their user. */
export const handleSignedIn = (queryClient: QueryClient, user: User): void => {
  setCurrentUser(queryClient, user);
  announceChange('signed-in');
};

/** Other tabs sign out, too. */
export const handleSignedOut = (queryClient: QueryClient): void => {
  setCurrentUser(queryClient, null);
  clearDrafts();
  queryClient.getMutationCache().clear();
  announceChange(SIGNED_OUT);
};

export const displayName = (user: User): string => user.firstName || user.username;
