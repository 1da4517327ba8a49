import type { User } from '@courtly/contracts/identity';
import { SIGNED_IN_COOKIE } from '@courtly/contracts/signed-in-cookie';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError, call } from '../../lib/api';
import { recall, remember } from '../../lib/storage';

const FIVE_MINUTES_MS = 5 * 60_000;
const RETURN_KEY = 'courtly:redirect';
const CHANGED_KEY = 'courtly:session-changed';

const isSignedOut = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** Whether this browser holds a session, as far as a script can tell. Without one there is nobody to ask for. */
const hasSession = (): boolean =>
  // While a page is prerendered there is no browser, and nobody.
  typeof document !== 'undefined' && document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`);

const fetchMe = async ({ signal }: { signal: AbortSignal }): Promise<User | null> => {
  if (!hasSession()) return null;
  try {
    return await call('GET /api/auth/me', { signal });
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw new Error('Failed to fetch user', { cause: error });
  }
};

/**
 * Who is signed in; null is nobody, which a visitor's page knows at once. Asks again when somebody has signed in or out in
 * another tab meanwhile.
 */
export const meQuery = queryOptions({
  queryKey: ['/api/auth/me'],
  queryFn: fetchMe,
  initialData: () => (hasSession() ? undefined : null),
  staleTime: FIVE_MINUTES_MS,
  retry: 3,
  refetchOnWindowFocus: ({ state }) => (hasSession() === Boolean(state.data) ? false : 'always'),
  // A role that was granted, a tier that begins or ends: pages follow at once.
  meta: { live: ['people', 'memberships'] },
});

export type Session =
  | { state: 'loading'; user: null }
  | { state: 'visitor'; user: null }
  | { state: 'member'; user: User };

/** The session as screens need it. A server that cannot be asked counts as nobody, so that the page still shows. */
export const useSession = (): Session => {
  const { data: user, isPending, isError } = useQuery(meQuery);
  if (user) return { state: 'member', user };
  return { state: isPending && !isError ? 'loading' : 'visitor', user: null };
};

const isOthers = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey[0] !== meQuery.queryKey[0];

/** Takes over who is signed in from now on, also in other tabs. Everything known so far was somebody else's. */
const setSession = (client: QueryClient, user: User | null): void => {
  client.setQueryData(meQuery.queryKey, user);
  client.removeQueries({ predicate: isOthers });
  remember(CHANGED_KEY, crypto.randomUUID());
};

/**
 * Keeps a page to one person: when another one signs in or out in another tab, or the server tells of somebody else than before,
 * what was known for the one before is dropped and asked for anew.
 * @returns a function that ends it
 */
export const syncSession = (client: QueryClient): (() => void) => {
  let known = client.getQueryData(meQuery.queryKey);
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || isOthers(query)) return;
    const user = client.getQueryData(meQuery.queryKey);
    if (known && user && user.id !== known.id) void client.resetQueries({ predicate: isOthers });
    // Nobody between two people does not make the second one the first.
    known = user ?? known;
  });
  const onStorage = ({ key }: StorageEvent) => {
    if (key === CHANGED_KEY) void client.invalidateQueries(meQuery);
  };
  addEventListener('storage', onStorage);
  return () => {
    unsubscribe();
    removeEventListener('storage', onStorage);
  };
};

export const handleSignedIn = (client: QueryClient, user: User): void => setSession(client, user);
export const handleSignedOut = (client: QueryClient): void => {
  setSession(client, null);
  client.getMutationCache().clear();
};

export const displayName = (user: User): string => user.firstName || user.username;

/** Remembers where to go on after signing in. */
export const rememberReturnPath = (path: string): void => remember(RETURN_KEY, path);

const never = () => () => undefined;

/** Where somebody wants to go who has to sign in first; nobody knows while a page is rendered at build. */
export const useReturnPath = (): string | null =>
  useSyncExternalStore(
    never,
    () => recall(RETURN_KEY),
    () => null,
  );

/** Where to go on after signing in, once; only paths of our own. */
export const popReturnPath = (): string => {
  const path = recall(RETURN_KEY);
  remember(RETURN_KEY, null);
  return path && /^\/(?![/\\])/.test(path) ? path : '/';
};
