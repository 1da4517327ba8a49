import type { DatabaseSync } from 'node:sqlite';
import type { Fault } from './faults.js';

/** One request as it was received. `status` is null when the connection was cut. */
export type LoggedRequest = Readonly<{
  id: string;
  method: string;
  path: string;
  idempotency_key: string | null;
  status: number | null;
  /** Answered from what its idempotency key had kept. */
  replayed: boolean;
  fault: Fault | null;
  /** Unix seconds. */
  created: number;
}>;

/** The last requests, so that a test can count what was sent and what was done. */
const KEPT = 50_000;

export function requestLog(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO requests (json) VALUES (?)');
  const prune = database.prepare('DELETE FROM requests WHERE seq <= ?');
  const all = database.prepare('SELECT json FROM requests ORDER BY seq');
  const clear = database.prepare('DELETE FROM requests');
  return {
    add(request: LoggedRequest): void {
      const { lastInsertRowid } = insert.run(JSON.stringify(request));
      prune.run(Number(lastInsertRowid) - KEPT);
    },
    all: (): LoggedRequest[] =>
      all.all().map(({ json }) => JSON.parse(String(json)) as LoggedRequest),
    clear: (): void => void clear.run(),
  };
}
export type RequestLog = ReturnType<typeof requestLog>;
