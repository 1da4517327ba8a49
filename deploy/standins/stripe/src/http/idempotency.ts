import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { invalidRequest, StripeApiError } from './api-error.js';

/** An answer that is sent again to whoever repeats its key. */
export type StoredAnswer = Readonly<{ request: string; status: number; body: string }>;

const DAY_SECONDS = 24 * 60 * 60;
const MAX_KEY_LENGTH = 255;

/** What must be the same when a key is used again: the call and its parameters, in whatever order. */
export function fingerprintRequest(
  httpMethod: string,
  requestPath: string,
  formText: string,
): string {
  const sortedParameters = [...new URLSearchParams(formText)]
    .map((parameterPair) => JSON.stringify(parameterPair))
    .sort();
  return createHash('sha256')
    .update([httpMethod, requestPath, ...sortedParameters].join('\n'))
    .digest('hex');
}

/**
 * The answers of the last 24 hours by their idempotency keys (https://docs.stripe.com/api/idempotent_requests): kept once a
 * call has begun, whatever it answered, 402 and 500 too.
 */
export function createIdempotencyStore(database: DatabaseSync) {
  const findStatement = database.prepare('SELECT * FROM keys WHERE key = ?');
  const insertStatement = database.prepare('INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?)');
  const pruneStatement = database.prepare('DELETE FROM keys WHERE created <= ?');
  const runningKeys = new Set<string>();

  return {
    /** The kept answer of a key. Refuses one that is used for something else, or whose call is still running. */
    findAnswer(
      idempotencyKey: string,
      requestFingerprint: string,
      nowSeconds: number,
    ): StoredAnswer | undefined {
      if (idempotencyKey.length > MAX_KEY_LENGTH)
        throw invalidRequest(`Idempotency keys are at most ${MAX_KEY_LENGTH} characters long.`);
      pruneStatement.run(nowSeconds - DAY_SECONDS);
      const storedRow = findStatement.get(idempotencyKey) as
        (StoredAnswer & { fingerprint: string }) | undefined;
      if (storedRow && storedRow.fingerprint !== requestFingerprint)
        throw new StripeApiError(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${idempotencyKey}' if you meant to execute a different request.`,
        });
      if (runningKeys.has(idempotencyKey))
        throw invalidRequest(
          `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${idempotencyKey}. Please try again later.`,
          { code: 'idempotency_key_in_use' },
          409,
        );
      return storedRow;
    },
    storeAnswer(
      idempotencyKey: string,
      requestFingerprint: string,
      { request, status, body }: StoredAnswer,
      nowSeconds: number,
    ): void {
      insertStatement.run(idempotencyKey, requestFingerprint, request, status, body, nowSeconds);
    },
    begin: (idempotencyKey: string) => void runningKeys.add(idempotencyKey),
    end: (idempotencyKey: string) => void runningKeys.delete(idempotencyKey),
  };
}
export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;
