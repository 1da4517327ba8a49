import type { DatabaseSync } from 'node:sqlite';
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

/** Keeps the latest requests, so tests can count calls and effects. */
const MAX_LOGGED_REQUESTS = 50_000;

export function createRequestLog(database: DatabaseSync) {
  const insertStatement = database.prepare('INSERT INTO requests (json) VALUES (?)');
  const pruneStatement = database.prepare('DELETE FROM requests WHERE seq <= ?');
  const selectStatement = database.prepare('SELECT json FROM requests ORDER BY seq');
  const clearStatement = database.prepare('DELETE FROM requests');
  return {
    add(loggedRequest: LoggedRequest): void {
      const { lastInsertRowid } = insertStatement.run(JSON.stringify(loggedRequest));
      const lastPrunedSeq = Number(lastInsertRowid) - MAX_LOGGED_REQUESTS;
      if (lastPrunedSeq > 0) pruneStatement.run(lastPrunedSeq);
    },
    all: (): LoggedRequest[] =>
      selectStatement.all().map(({ json }) => JSON.parse(String(json)) as LoggedRequest),
    clear: (): void => void clearStatement.run(),
  };
}
export type RequestLog = ReturnType<typeof createRequestLog>;
