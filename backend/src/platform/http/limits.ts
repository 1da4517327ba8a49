import { HOUR_MS } from '../kernel/local-time.js';

const readLimits = { atOnce: 8, waiting: 1_000, waitingPerKey: 250, waitMs: 2_000 } as const;

/**
 * The limits of one process, for a heap of 512 MB: a list page is about 50 KB but takes megabytes
 * to build, a form with photos is 25 MB, and an open stream about 30 KB.
 */
export const processLimits = {
  /** Requests in flight, except streams. Each key is an address. */
  requests: { inAll: 2_000, perKey: 400 },
  /** JSON bodies that are still arriving. */
  bodies: { inAll: 500, perKey: 50, bytes: 100 * 1024, completeMs: 10_000 },
  /** Webhooks. Stripe's largest events are about 100 kB, and it sends from a dozen addresses. */
  rawBodies: {
    atOnce: 32,
    perKey: 4,
    waiting: 1_000,
    waitingPerKey: 100,
    waitMs: 5_000,
    bytes: 256 * 1024,
    completeMs: 10_000,
  },
  /**
   * Reads, by the store that they wait for, so that a hanging store does not delay other reads. A
   * list occupies the thread for tens of milliseconds, so only a few run concurrently.
   */
  reads: {
    readModels: readLimits,
    photos: readLimits,
    others: readLimits,
  },
  /**
   * Files of other releases, until the client has received them. The largest has about 1 MB, and a
   * page requests about a dozen together.
   */
  keptAssets: { ...readLimits, atOnce: 32, perKey: 12 },
  /**
   * A slow form takes a minute, and a club shares one address. Waiting forms use no memory. The
   * minimum rate is that of 2G; `waitMs` plus `completeMs` equals the socket's `requestMs`.
   */
  uploads: {
    atOnce: 4,
    perKey: 3,
    waiting: 16,
    waitingPerKey: 8,
    waitMs: 20_000,
    bytes: 20 * 1024,
    everyMs: 10_000,
    completeMs: 100_000,
  },
  /** Calls to the photo storage. */
  storage: { atOnce: 8, waiting: 100, waitMs: 2_000, completeMs: 5_000 },
  /** A user may have several windows open, and all members of a club share one address. */
  streams: {
    byAddress: { inAll: 2_000, perKey: 200 },
    byPerson: { inAll: 2_000, perKey: 10 },
    lastsMs: HOUR_MS,
  },
  /**
   * Uploads on slow lines take time. Idle connections must outlive those of proxies (a minute): the
   * sender must close first, or requests get lost.
   */
  sockets: { headersMs: 20_000, requestMs: 120_000, idleMs: 120_000, keepAliveMs: 65_000 },
} as const;
