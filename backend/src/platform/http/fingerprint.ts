import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { DomainError } from '../kernel/domain-error.js';
import type { KeyedHashes } from '../kernel/keyed-hashes.js';

const fileDigests = ({ files = [] }: Request): string[] =>
  (Array.isArray(files) ? files : Object.values(files).flat()).map(({ buffer }) =>
    createHash('sha256').update(buffer).digest('base64url'),
  );

/**
 * The content of a request as text, which is equal for equal requests.
 * @throws DomainError invalid_request if the body is nested too deeply
 */
export const requestText = (request: Request): string => {
  try {
    return JSON.stringify([
      request.method,
      request.originalUrl,
      request.body,
      ...fileDigests(request),
    ]);
  } catch (cause) {
    throw new DomainError('invalid_request', 'The request is nested too deeply.', undefined, {
      cause,
    });
  }
};

/**
 * A keyed hash of a request, including its files.
 * @throws as `requestText`
 */
export const fingerprintOf = (request: Request & Readonly<{ hashes: KeyedHashes }>): string =>
  request.hashes.hashOf('request', requestText(request));
