import type { CallFault } from './faults.js';

/** A received request. `status` is null if the connection was cut. */
export type LoggedRequest = Readonly<{
  id: string;
  method: string;
  path: string;
  idempotency_key: string | null;
  status: number | null;
  /** Whether the stored response for its idempotency key was replayed. */
  replayed: boolean;
  fault: CallFault | null;
  /** Unix seconds. */
  created: number;
}>;

const MAX_LOGGED_REQUESTS = 50_000;

/**
 * Keeps the latest requests since the start, so tests can count calls and effects. It is in memory:
 * a read must not need the disk.
 */
export function createRequestLog() {
  let loggedRequests: LoggedRequest[] = [];
  return {
    add(loggedRequest: LoggedRequest): void {
      loggedRequests.push(loggedRequest);
      if (loggedRequests.length >= 2 * MAX_LOGGED_REQUESTS)
        loggedRequests = loggedRequests.slice(-MAX_LOGGED_REQUESTS);
    },
    all: (): LoggedRequest[] => loggedRequests.slice(-MAX_LOGGED_REQUESTS),
    clear: (): void => void (loggedRequests = []),
  };
}
export type RequestLog = ReturnType<typeof createRequestLog>;
