import type { Query, QueryClient } from '@tanstack/react-query';
import type { Change } from '@courtly/contracts/stream';
import { meQuery } from './session';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What the query shows: a read model such as `bookings`, or one document of it such as `courtDays:abc_2027-03-13`. */
      live?: readonly string[];
    };
  }
}

const STREAM = '/api/stream';
const SILENCE_MS = 50_000;
const REOPEN_MS = 3_000;
const HIDDEN_MS = 60_000;

/** Whether a query shows something that changed. */
export const touches = ({ readModel, ids }: Pick<Change, 'readModel' | 'ids'>, live: readonly string[] = []): boolean =>
  live.some((shown) => {
    const [model, id] = shown.split(':');
    return model === readModel && (id === undefined || ids.includes(id) || ids.includes('*'));
  });

const isLive = (query: Query): boolean => Boolean(query.meta?.live);

const timer = () => {
  let id: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(id);
  const start = (delay: number, act: () => void) => {
    stop();
    id = setTimeout(act, delay);
  };
  return { start, stop };
};

/**
 * Asks again for what the server says has changed, as long as the page is looked at. After a gap everything live is asked for
 * again, since what was missed is unknown. The connection opens with the first live query on screen, and anew for another
 * person, since everybody is told only what they may see.
 * @returns a function that stops listening
 */
export const followChanges = (client: QueryClient): (() => void) => {
  let source: EventSource | undefined;
  const reopening = timer();
  const hiding = timer();
  let missed = false;

  const close = () => {
    reopening.stop();
    hiding.stop();
    source?.close();
    source = undefined;
    missed = true;
  };
  const reopen = () => {
    close();
    open();
  };
  const heard = () => reopening.start(SILENCE_MS, reopen);
  const open = () => {
    if (source || document.hidden) return;
    source = new EventSource(STREAM);
    heard();
    source.addEventListener('open', () => {
      if (missed) void client.invalidateQueries({ predicate: isLive });
      missed = false;
    });
    source.addEventListener('heartbeat', heard);
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      heard();
      const change = JSON.parse(data) as Change;
      void client.invalidateQueries({ predicate: ({ meta }) => touches(change, meta?.live) });
    });
    source.addEventListener('error', () => {
      missed = true;
      if (source?.readyState === EventSource.CLOSED) reopening.start(REOPEN_MS, reopen);
    });
  };
  const person = () => client.getQueryData(meQuery.queryKey);
  let told = person();
  const needed = () => client.getQueryCache().findAll({ type: 'active', predicate: isLive }).length > 0;
  const openIfNeeded = () => {
    const now = person();
    const another = told !== undefined && now?.id !== told?.id;
    told = now;
    if (source && another) reopen();
    else if (!source && needed()) open();
  };
  const onVisibility = () => {
    if (document.hidden) return hiding.start(HIDDEN_MS, close);
    hiding.stop();
    openIfNeeded();
  };

  const unsubscribe = client.getQueryCache().subscribe(openIfNeeded);
  document.addEventListener('visibilitychange', onVisibility);
  openIfNeeded();
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
};
