import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { DomainError } from '../kernel/domain-error.js';
import type { KeyedHashes } from '../kernel/keyed-hashes.js';

/** Files are part of what a request says, by their content. */
const digests = ({ files = [] }: Request): string[] =>
  (Array.isArray(files) ? files : Object.values(files).flat()).map(({ buffer }) =>
    createHash('sha256').update(buffer).digest('base64url'),
  );

/**
 * What a request asks for, as text: two with the same text are the same request.
 * @throws DomainError invalid_request where the body is nested so deeply that it cannot be written down again
 */
export const askedFor = (request: Request): string => {
  try {
    return JSON.stringify([request.method, request.originalUrl, request.body, ...digests(request)]);
  } catch (cause) {
    throw new DomainError('invalid_request', 'The request is nested too deeply.', undefined, {
      cause,
    });
  }
};

/** A keyed hash of what a request asks for, files included. @throws as `askedFor` */
export const fingerprintOf = (request: Request & Readonly<{ hashes: KeyedHashes }>): string =>
  request.hashes.of('request', askedFor(request));
