/**
 * What one process takes on at once, whoever asks. The numbers fit a heap of 512 MB: a page of a list is some 50 KB
 * and some megabytes while it is made, a form with photos is 25 MB, an open stream some 30 KB.
 */
export const limits = {
  /** Requests that are not answered to the last byte, streams and health checks apart. */
  requests: { atOnce: 2_000 },
  /** A list takes tens of milliseconds of the one thread: who comes next waits for so many of them at most. */
  reads: { atOnce: 8, waiting: 1_000, waitMs: 2_000 },
  uploads: { atOnce: 4, perKey: 2, waiting: 16, waitMs: 5_000 },
  /** A person has so many windows open, an address so many persons behind it. */
  streams: { inAll: 2_000, perPerson: 10, perAddress: 50, lastsMs: 60 * 60 * 1_000 },
  /**
   * A photo on a slow line takes its time; who stays silent for longer is gone. A connection between two requests is kept for
   * longer than proxies keep theirs, a minute: whoever closes first must be the one who sends, or a request meets its end.
   */
  sockets: { headersMs: 20_000, requestMs: 120_000, idleMs: 120_000, keepAliveMs: 65_000 },
} as const;
