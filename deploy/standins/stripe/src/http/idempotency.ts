import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { invalidRequest, Refusal } from './refusal.js';

/** An answer that is sent again to whoever repeats its key. */
export type Kept = Readonly<{ request: string; status: number; body: string }>;

const DAY = 24 * 60 * 60;
const LONGEST_KEY = 255;

/** What must be the same when a key is used again: the call and its parameters, in whatever order. */
export function fingerprint(method: string, path: string, form: string): string {
  const params = [...new URLSearchParams(form)].map((pair) => JSON.stringify(pair)).sort();
  return createHash('sha256')
    .update([method, path, ...params].join('\n'))
    .digest('hex');
}

/**
 * The answers of the last 24 hours by their idempotency keys (https://docs.stripe.com/api/idempotent_requests): kept once a
 * call has begun, whatever it answered, 402 and 500 too.
 */
export function idempotency(database: DatabaseSync) {
  const find = database.prepare('SELECT * FROM keys WHERE key = ?');
  const insert = database.prepare('INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?)');
  const prune = database.prepare('DELETE FROM keys WHERE created <= ?');
  const running = new Set<string>();

  return {
    /** The kept answer of a key. Refuses one that is used for something else, or whose call is still running. */
    look(key: string, print: string, now: number): Kept | undefined {
      if (key.length > LONGEST_KEY)
        throw invalidRequest(`Idempotency keys are at most ${LONGEST_KEY} characters long.`);
      prune.run(now - DAY);
      const row = find.get(key) as (Kept & { fingerprint: string }) | undefined;
      if (row && row.fingerprint !== print)
        throw new Refusal(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      if (running.has(key))
        throw invalidRequest(
          `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
          { code: 'idempotency_key_in_use' },
          409,
        );
      return row;
    },
    keep(key: string, print: string, { request, status, body }: Kept, now: number): void {
      insert.run(key, print, request, status, body, now);
    },
    begin: (key: string) => void running.add(key),
    end: (key: string) => void running.delete(key),
  };
}
export type Idempotency = ReturnType<typeof idempotency>;
