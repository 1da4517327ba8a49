import { createHash } from 'node:crypto';
import type { Request } from 'express';

/** Files are part of what a request says, by their content. */
const digests = ({ files }: Request): string[] =>
  Array.isArray(files) ? files.map(({ buffer }) => createHash('sha256').update(buffer).digest('base64url')) : [];

/** What a request asks for, as text: two with the same text are the same request. */
export const askedFor = (request: Request): string =>
  JSON.stringify([request.method, request.originalUrl, request.body, ...digests(request)]);
