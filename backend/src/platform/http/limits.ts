import { HOUR_MS } from '../kernel/local-time.js';

/**
 * The limits of one process, sized for a heap of 512 MB: a list page is about 50 KB but takes
 * megabytes to build, a form with photos is 25 MB, and an open stream about 30 KB.
 */
export const processLimits = {
  /** Requests in flight, except streams and health checks. */
  requests: { atOnce: 2_000 },
  /**
   * A list occupies the thread for tens of milliseconds, so only a few may run before the next
   * request.
   */
  reads: { atOnce: 8, waiting: 1_000, waitMs: 2_000 },
  uploads: { atOnce: 4, perKey: 2, waiting: 16, waitMs: 5_000 },
  /** A user may open several windows, and an address may have several users. */
  streams: { inAll: 2_000, perPerson: 10, perAddress: 50, lastsMs: HOUR_MS },
  /**
   * Uploads on slow lines take time. Idle connections must outlive those of proxies (a minute): the
   * side that sends must close first, or requests get lost.
   */
  sockets: { headersMs: 20_000, requestMs: 120_000, idleMs: 120_000, keepAliveMs: 65_000 },
} as const;
