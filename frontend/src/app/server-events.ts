import type { Query, QueryClient } from '@tanstack/react-query';
import type { ReadModelChange } from '@courtly/contracts/stream';
import { meQuery } from '../resources/session/session';
import { streamPlace } from './stream-place';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * The data that the query shows: a read model such as `bookings`, or one document such as
       * `courtDays:abc_2027-03-13`.
       */
      live?: readonly string[];
    };
  }
}

const STREAM = '/api/stream';
const SILENCE_MS = 50_000;
const HIDDEN_MS = 60_000;
const REOPEN_MS = 3_000;
const LONGEST_REOPEN_MS = 60_000;
/** Polling interval of a tab that can't get a stream slot. */
const CROWDED_MS = 10_000;
/** Changes and topics within this window are handled together. */
const COALESCE_MS = 100;
/** Random delay that spreads the refetches of many browsers. */
const SPREAD_MS = 250;

export const matchesChange = (
  { readModel, ids }: Pick<ReadModelChange, 'readModel' | 'ids'>,
  live: readonly string[] = [],
): boolean =>
  live.some((shown) => {
    const [model, id] = shown.split(':');
    return model === readModel && (id === undefined || ids.includes(id) || ids.includes('*'));
  });

const timer = () => {
  let id: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(id);
    id = undefined;
  };
  const start = (delay: number, act: () => void) => {
    stop();
    id = setTimeout(() => {
      id = undefined;
      act();
    }, delay);
  };
  const startOnce = (delay: number, act: () => void) => id === undefined && start(delay, act);
  return { start, startOnce, stop, isRunning: () => id !== undefined };
};

/** A `null` result means signed out, which no server event changes. */
const isLive = ({ meta, state }: Query): boolean => Boolean(meta?.live) && state.data !== null;

/**
 * Refetches stale queries once they and all mutations have settled. Queries that are only possibly
 * outdated keep their error: a refetch would replace it with a skeleton.
 */
const refetcher = (client: QueryClient) => {
  const flushing = timer();
  const stale = new Map<Query, 'changed' | 'outdated'>();
  const isChanging = () => client.isMutating({ predicate: ({ state }) => !state.isPaused }) > 0;
  const flush = () => {
    for (const [query, reason] of stale) {
      if (query.state.fetchStatus === 'fetching' || isChanging()) continue;
      stale.delete(query);
      if (reason === 'outdated' && query.state.data === undefined) continue;
      void client.invalidateQueries({ predicate: (one) => one === query });
    }
    if (stale.size > 0) flushing.start(COALESCE_MS, flush);
  };
  const refetch = (
    predicate: (query: Query) => boolean,
    reason: 'changed' | 'outdated' = 'changed',
  ) => {
    for (const query of client.getQueryCache().findAll({ predicate }))
      if (reason === 'changed' || !stale.has(query)) stale.set(query, reason);
    if (stale.size > 0) flushing.startOnce(COALESCE_MS + Math.random() * SPREAD_MS, flush);
  };
  return { refetch, stop: flushing.stop };
};

/**
 * Refetches live queries when the server reports changes, while the page is visible. The stream
 * opens with the first live query and reconnects for another user, because topics depend on
 * permissions. To add topics, a second connection opens before the first one closes. After a gap,
 * all live queries are refetched. If other tabs use all stream slots, live queries are polled
 * instead.
 * @returns a function that unsubscribes
 */
export const subscribeToServerEvents = (client: QueryClient): (() => void) => {
  let source: EventSource | undefined;
  /** The old connection, kept open until the new one has opened. */
  let retiring: EventSource | undefined;
  let topics: ReadonlySet<string> = new Set();
  let hasMissedChanges = false;
  let failures = 0;
  const silence = timer();
  const reopening = timer();
  const hiding = timer();
  const widening = timer();
  const crowded = timer();
  const place = streamPlace();
  let isTakingPlace = false;
  const { refetch, stop } = refetcher(client);

  const neededTopics = () =>
    new Set(
      client
        .getQueryCache()
        .findAll({ type: 'active', predicate: isLive })
        .flatMap(({ meta }) => meta?.live ?? []),
    );
  const currentUser = () => client.getQueryData(meQuery.queryKey);
  let knownUser = currentUser();

  const retire = () => {
    retiring?.close();
    retiring = undefined;
  };
  const close = () => {
    for (const one of [silence, reopening, widening]) one.stop();
    source?.close();
    source = undefined;
    retire();
    hasMissedChanges = true;
  };
  const reopen = () => {
    close();
    open();
  };
  const listenForSilence = () => silence.start(SILENCE_MS, reopen);

  const takePlace = async () => {
    if (isTakingPlace) return;
    isTakingPlace = true;
    const isTaken = await place.take();
    isTakingPlace = false;
    if (isTaken) return openIfNeeded();
    if (hasMissedChanges) refetch(isLive);
    hasMissedChanges = true;
    crowded.start(CROWDED_MS, openIfNeeded);
  };

  const open = () => {
    if (document.hidden) return;
    if (!place.isHeld()) return void takePlace();
    const covered = source ? topics : new Set<string>();
    topics = neededTopics();
    retire();
    retiring = source;
    const current = new EventSource(
      `${STREAM}?${new URLSearchParams({ topics: [...topics].join(',') })}`,
    );
    source = current;
    listenForSilence();
    current.addEventListener('open', () => {
      const openedAt = Date.now();
      const isOutdated = ({ meta, state }: Query) =>
        state.dataUpdatedAt < openedAt && (meta?.live ?? []).some((topic) => !covered.has(topic));
      if (hasMissedChanges) refetch(isLive);
      else refetch((query) => isLive(query) && query.isActive() && isOutdated(query), 'outdated');
      retire();
      hasMissedChanges = false;
      failures = 0;
      openIfNeeded();
    });
    current.addEventListener('heartbeat', listenForSilence);
    current.addEventListener('change', ({ data }: MessageEvent<string>) => {
      listenForSilence();
      const change = JSON.parse(data) as ReadModelChange;
      refetch(({ meta }) => matchesChange(change, meta?.live));
    });
    current.addEventListener('error', () => {
      hasMissedChanges = true;
      retire();
      if (current !== source || current.readyState !== EventSource.CLOSED) return;
      const delay = Math.min(REOPEN_MS * 2 ** failures, LONGEST_REOPEN_MS);
      failures += 1;
      reopening.start(delay * (0.5 + Math.random()), reopen);
    });
  };

  const openIfNeeded = () => {
    const user = currentUser();
    const isAnother = knownUser !== undefined && user?.id !== knownUser?.id;
    knownUser = user;
    const needed = neededTopics();
    if (source && isAnother) reopen();
    else if (needed.size > 0 && !source && !crowded.isRunning()) open();
    else if (
      source?.readyState === EventSource.OPEN &&
      [...needed].some((topic) => !topics.has(topic))
    )
      widening.startOnce(COALESCE_MS, open);
  };
  const leave = () => {
    close();
    place.leave();
  };
  const onVisibility = () => {
    if (document.hidden) return hiding.start(HIDDEN_MS, leave);
    for (const one of [hiding, crowded]) one.stop();
    openIfNeeded();
  };

  const unsubscribe = client.getQueryCache().subscribe(openIfNeeded);
  document.addEventListener('visibilitychange', onVisibility);
  openIfNeeded();
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisibility);
    for (const one of [hiding, crowded, { stop }]) one.stop();
    leave();
  };
};
