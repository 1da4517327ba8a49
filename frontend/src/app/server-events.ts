import type { Query, QueryClient } from '@tanstack/react-query';
import type { ReadModelChange } from '@courtly/contracts/stream';
import { SIGNED_IN_AGAIN, meQuery } from '../resources/session/session';
import { createStreamSlot } from './stream-slot';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * The data that the query shows: a read model such as `bookings`, or one document such as
       * `courtDays:abc_2027-03-13`.
       */
      live?: readonly string[];
      /** Whether the page can do without the data. */
      optional?: boolean;
    };
  }
}

const STREAM_PATH = '/api/stream';
const SILENCE_TIMEOUT_MS = 50_000;
const HIDDEN_TIMEOUT_MS = 60_000;
const REOPEN_DELAY_MS = 3_000;
const MAX_REOPEN_DELAY_MS = 60_000;
/** The polling interval of a tab without a stream. */
const POLL_INTERVAL_MS = 10_000;
/** Changes and topics that arrive within this window are handled together. */
const COALESCE_MS = 100;
/** A random delay of up to this length spreads the refetches of many browsers. */
const MAX_SPREAD_MS = 250;

export const matchesChange = (
  { readModel, ids }: Pick<ReadModelChange, 'readModel' | 'ids'>,
  liveTopics: readonly string[] = [],
): boolean =>
  liveTopics.some((topic) => {
    const [topicModel, topicId] = topic.split(':');
    return (
      topicModel === readModel &&
      (topicId === undefined || ids.includes(topicId) || ids.includes('*'))
    );
  });

/** The server limits the length of the URL. More documents of a read model count as all of them. */
const MAX_DOCUMENTS = 20;

const modelOf = (topic: string): string => topic.split(':')[0]!;

export const boundTopics = (liveTopics: readonly string[]): ReadonlySet<string> => {
  const topicsByModel = Map.groupBy(new Set(liveTopics), modelOf);
  return new Set(
    [...topicsByModel].flatMap(([model, topics]) =>
      topics.includes(model) || topics.length > MAX_DOCUMENTS ? [model] : topics,
    ),
  );
};

const covers = (topics: ReadonlySet<string>, topic: string): boolean =>
  topics.has(topic) || topics.has(modelOf(topic));

/** Statuses with which the same request may succeed later. */
const passingStatuses: readonly number[] = [401, 403, 408, 429];

/** Only these failures in a row are probed, because each probe adds load to a busy server. */
const isProbed = (failures: number): boolean => failures % 5 === 2;
const PROBE_TIMEOUT_MS = 5_000;

/** An EventSource doesn't say why it failed, but a request to the same URL does. */
const refusalOf = async (streamUrl: string): Promise<number | null> => {
  const probe = new AbortController();
  try {
    const signal = AbortSignal.any([probe.signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]);
    const { status } = await fetch(streamUrl, { signal });
    return status >= 400 && status < 500 && !passingStatuses.includes(status) ? status : null;
  } catch {
    return null;
  } finally {
    probe.abort();
  }
};

const createTimer = () => {
  let timeoutId: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timeoutId);
    timeoutId = undefined;
  };
  const start = (delayMs: number, callback: () => void) => {
    stop();
    timeoutId = setTimeout(() => {
      timeoutId = undefined;
      callback();
    }, delayMs);
  };
  const startOnce = (delayMs: number, callback: () => void) =>
    timeoutId === undefined && start(delayMs, callback);
  return { start, startOnce, stop, isRunning: () => timeoutId !== undefined };
};

/** A `null` result means that the user is signed out, which no server event changes. */
const isLiveQuery = ({ meta, state }: Query): boolean => Boolean(meta?.live) && state.data !== null;

/**
 * Refetches stale queries once they and all mutations have settled. A query that is only possibly
 * outdated keeps its error, because a refetch would replace it with a skeleton.
 */
const createRefetcher = (queryClient: QueryClient) => {
  const flushTimer = createTimer();
  const staleQueries = new Map<Query, 'changed' | 'outdated'>();
  const hasPendingMutation = () =>
    queryClient.isMutating({ predicate: ({ state }) => !state.isPaused }) > 0;
  const flushStaleQueries = () => {
    for (const [query, staleReason] of staleQueries) {
      if (query.state.fetchStatus === 'fetching' || hasPendingMutation()) continue;
      staleQueries.delete(query);
      if (staleReason === 'outdated' && query.state.data === undefined) continue;
      void queryClient.invalidateQueries({ predicate: (staleQuery) => staleQuery === query });
    }
    if (staleQueries.size > 0) flushTimer.start(COALESCE_MS, flushStaleQueries);
  };
  const refetch = (
    predicate: (query: Query) => boolean,
    staleReason: 'changed' | 'outdated' = 'changed',
  ) => {
    for (const query of queryClient.getQueryCache().findAll({ predicate }))
      if (staleReason === 'changed' || !staleQueries.has(query))
        staleQueries.set(query, staleReason);
    if (staleQueries.size > 0)
      flushTimer.startOnce(COALESCE_MS + Math.random() * MAX_SPREAD_MS, flushStaleQueries);
  };
  return { refetch, stop: flushTimer.stop };
};

/**
 * Refetches live queries on changes while the page is visible, and all of them after a gap.
 * Reconnects for another user, whose topics differ, and for more topics, without a gap.
 * @returns a function that unsubscribes
 */
export const subscribeToServerEvents = (queryClient: QueryClient): (() => void) => {
  let eventSource: EventSource | undefined;
  /** The old connection, kept open until the new one has opened. */
  let retiringSource: EventSource | undefined;
  let currentTopics: ReadonlySet<string> = new Set();
  let hasMissedChanges = false;
  /** The server refuses these topics. Other topics get another attempt. */
  let isRefused = false;
  let failures = 0;
  const silenceTimer = createTimer();
  const reopenTimer = createTimer();
  const hideTimer = createTimer();
  const topicsTimer = createTimer();
  const pollTimer = createTimer();
  const streamSlot = createStreamSlot();
  let isAcquiringSlot = false;
  const { refetch, stop } = createRefetcher(queryClient);

  const neededTopics = () =>
    boundTopics(
      queryClient
        .getQueryCache()
        .findAll({ type: 'active', predicate: isLiveQuery })
        .flatMap(({ meta }) => meta?.live ?? []),
    );
  const areCovered = (topics: ReadonlySet<string>) =>
    [...topics].every((topic) => covers(currentTopics, topic));
  const currentUser = () => queryClient.getQueryData(meQuery.queryKey);
  let lastUser = currentUser();

  const closeRetiring = () => {
    retiringSource?.close();
    retiringSource = undefined;
  };
  const closeStream = () => {
    for (const timer of [silenceTimer, reopenTimer, topicsTimer]) timer.stop();
    eventSource?.close();
    eventSource = undefined;
    closeRetiring();
    hasMissedChanges = true;
  };
  const reopenStream = () => {
    closeStream();
    openStream();
  };
  const listenForSilence = () => silenceTimer.start(SILENCE_TIMEOUT_MS, reopenStream);

  const acquireSlot = async () => {
    if (isAcquiringSlot) return;
    isAcquiringSlot = true;
    const isAcquired = await streamSlot.acquire();
    isAcquiringSlot = false;
    if (isAcquired) return openIfNeeded();
    if (hasMissedChanges) refetch(isLiveQuery);
    hasMissedChanges = true;
    pollTimer.start(POLL_INTERVAL_MS, openIfNeeded);
  };

  const pollWithoutStream = () => {
    if (!document.hidden) refetch(isLiveQuery);
    pollTimer.start(POLL_INTERVAL_MS, pollWithoutStream);
  };

  const openStream = () => {
    if (document.hidden) return;
    if (!streamSlot.isAcquired()) return void acquireSlot();
    const coveredTopics = eventSource ? currentTopics : new Set<string>();
    currentTopics = neededTopics();
    if (isRefused) pollTimer.stop();
    isRefused = false;
    closeRetiring();
    retiringSource = eventSource;
    const streamUrl = `${STREAM_PATH}?${new URLSearchParams({ topics: [...currentTopics].join(',') })}`;
    const openedSource = new EventSource(streamUrl);
    eventSource = openedSource;
    listenForSilence();
    openedSource.addEventListener('open', () => {
      const openedAt = Date.now();
      const isOutdated = ({ meta, state }: Query) =>
        state.dataUpdatedAt < openedAt &&
        (meta?.live ?? []).some((topic) => !covers(coveredTopics, topic));
      if (hasMissedChanges) refetch(isLiveQuery);
      else
        refetch((query) => isLiveQuery(query) && query.isActive() && isOutdated(query), 'outdated');
      closeRetiring();
      hasMissedChanges = false;
      failures = 0;
      openIfNeeded();
    });
    openedSource.addEventListener('heartbeat', listenForSilence);
    openedSource.addEventListener('change', ({ data }: MessageEvent<string>) => {
      listenForSilence();
      const modelChange = JSON.parse(data) as ReadModelChange;
      refetch(({ meta }) => matchesChange(modelChange, meta?.live));
    });
    openedSource.addEventListener('error', () => {
      hasMissedChanges = true;
      closeRetiring();
      if (openedSource !== eventSource || openedSource.readyState !== EventSource.CLOSED) return;
      const delayMs = Math.min(REOPEN_DELAY_MS * 2 ** failures, MAX_REOPEN_DELAY_MS);
      failures += 1;
      reopenTimer.start(delayMs * (0.5 + Math.random()), reopenStream);
      if (!isProbed(failures)) return;
      void refusalOf(streamUrl).then((status) => {
        if (status === null || openedSource !== eventSource) return;
        for (const timer of [reopenTimer, silenceTimer]) timer.stop();
        isRefused = true;
        pollWithoutStream();
        reportError(new Error(`The server refused the stream ${streamUrl} with ${status}.`));
      });
    });
  };

  const openIfNeeded = () => {
    const user = currentUser();
    const isDifferentUser = lastUser !== undefined && user?.id !== lastUser?.id;
    lastUser = user;
    const requiredTopics = neededTopics();
    if (eventSource && isDifferentUser) reopenStream();
    else if (requiredTopics.size > 0 && !eventSource && !pollTimer.isRunning()) openStream();
    else if (
      isRefused
        ? [...requiredTopics].join() !== [...currentTopics].join()
        : eventSource?.readyState === EventSource.OPEN && !areCovered(requiredTopics)
    )
      topicsTimer.startOnce(COALESCE_MS, openStream);
  };
  const leaveStream = () => {
    closeStream();
    streamSlot.release();
  };
  const handleVisibility = () => {
    if (document.hidden) return hideTimer.start(HIDDEN_TIMEOUT_MS, leaveStream);
    hideTimer.stop();
    if (!isRefused) pollTimer.stop();
    openIfNeeded();
  };

  const unsubscribe = queryClient.getQueryCache().subscribe(openIfNeeded);
  document.addEventListener('visibilitychange', handleVisibility);
  // The open stream belongs to no one since the session ended.
  document.addEventListener(SIGNED_IN_AGAIN, reopenStream);
  openIfNeeded();
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', handleVisibility);
    document.removeEventListener(SIGNED_IN_AGAIN, reopenStream);
    for (const timer of [hideTimer, pollTimer, { stop }]) timer.stop();
    leaveStream();
  };
};
