import type { User } from '@courtly/contracts/identity';
import { SIGNED_IN_COOKIE } from '@courtly/contracts/signed-in-cookie';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, call } from './api';

const FIVE_MINUTES_MS = 5 * 60_000;
const RETURN_KEY = 'courtly:redirect';

const isSignedOut = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403);

/** Whether this browser holds a session, as far as a script can tell. Without one there is nobody to ask for. */
const hasSession = (): boolean => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`);

const fetchMe = async (): Promise<User | null> => {
  if (!hasSession()) return null;
  try {
    return await call('GET /api/auth/me');
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
});

export type Session =
  { state: 'loading'; user: null } | { state: 'visitor'; user: null } | { state: 'member'; user: User };

/** The session as screens need it. A server that cannot be asked counts as nobody, so that the page still shows. */
export const useSession = (): Session => {
  const { data: user, isPending, isError } = useQuery(meQuery);
  if (user) return { state: 'member', user };
  return { state: isPending && !isError ? 'loading' : 'visitor', user: null };
};

/** Takes over who is signed in from now on. Everything known so far was somebody else's. */
const becomes = (client: QueryClient, user: User | null): void => {
  client.setQueryData(meQuery.queryKey, user);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
};

export const signedInAs = (client: QueryClient, user: User): void => becomes(client, user);
export const signedOut = (client: QueryClient): void => {
  becomes(client, null);
  client.getMutationCache().clear();
};

/** Owners and hosts are one capability: both may list courts. */
export const isHost = (user: User | null): boolean => user?.role === 'owner' || user?.role === 'host';
export const isAdmin = (user: User | null): boolean => user?.role === 'admin';
export const displayName = (user: User): string => user.firstName || user.username;

/** Remembers where to go on after signing in. */
export const rememberReturn = (path: string): void => localStorage.setItem(RETURN_KEY, path);

/** Where to go on after signing in, once; only paths of our own. */
export const takeReturn = (): string => {
  const path = localStorage.getItem(RETURN_KEY);
  localStorage.removeItem(RETURN_KEY);
  return path && /^\/(?![/\\])/.test(path) ? path : '/';
};
