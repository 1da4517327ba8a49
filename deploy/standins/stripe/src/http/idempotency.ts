import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { invalidRequest, StripeApiError } from './api-error.js';

/** A response that is replayed when its idempotency key is repeated. */
export type StoredResponse = Readonly<{ request: string; status: number; body: string }>;

const DAY_SECONDS = 24 * 60 * 60;
const MAX_KEY_LENGTH = 255;

/**
 * Identifies a call and its parameters, in any order. A repeated key must have the same
 * fingerprint.
 */
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
 * Stores responses by idempotency key for 24 hours
 * (https://docs.stripe.com/api/idempotent_requests). Stores the response of every call that
 * started, including 402 and 500.
 */
export function createIdempotencyStore(database: DatabaseSync) {
  const findStatement = database.prepare('SELECT * FROM keys WHERE key = ?');
  const insertStatement = database.prepare('INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?)');
  const pruneStatement = database.prepare('DELETE FROM keys WHERE created <= ?');
  const runningKeys = new Set<string>();

  return {
    /**
     * The stored response for a key. Throws if the key was used for another request or its call is
     * still running.
     */
    findResponse(
      idempotencyKey: string,
      requestFingerprint: string,
      nowSeconds: number,
    ): StoredResponse | undefined {
      if (idempotencyKey.length > MAX_KEY_LENGTH)
        throw invalidRequest(`Idempotency keys are at most ${MAX_KEY_LENGTH} characters long.`);
      pruneStatement.run(nowSeconds - DAY_SECONDS);
      const storedRow = findStatement.get(idempotencyKey) as
        | (StoredResponse & { fingerprint: string })
        | undefined;
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
    storeResponse(
      idempotencyKey: string,
      requestFingerprint: string,
      { request, status, body }: StoredResponse,
      nowSeconds: number,
    ): void {
      insertStatement.run(idempotencyKey, requestFingerprint, request, status, body, nowSeconds);
    },
    begin: (idempotencyKey: string) => void runningKeys.add(idempotencyKey),
    end: (idempotencyKey: string) => void runningKeys.delete(idempotencyKey),
  };
}
export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;
