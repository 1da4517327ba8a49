import type { Response } from 'express';
import type { z } from 'zod';
import { DomainError } from '../kernel/domain-error.js';

/** Which page a request asks for: that after its cursor, of at most `limit`. */
export type Paging = Readonly<{ cursor?: string | undefined; limit: number }>;

/** A page of a list, and the cursor of the page after it; null for the last. */
export type Page<T> = Readonly<{ items: readonly T[]; next: string | null }>;

/** The same with how many there are in all, or so many as are counted; null on every page but the first. */
export type CountedPage<T> = Page<T> & Readonly<{ total: number | null }>;

/** A cursor: where a page ended, as base64url of the JSON of what its list is sorted by. */
export const cursorOf = (key: object): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/**
 * What a cursor says, undefined where none was sent.
 * @throws DomainError invalid_request for a cursor that no page of this list has
 */
export const keyIn = <S extends z.ZodType>(
  schema: S,
  cursor: string | undefined,
): z.output<S> | undefined => {
  if (cursor === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (error) {
    const message = 'This page does not exist. Please start from the beginning of the list.';
    throw new DomainError(
      'invalid_request',
      message,
      { fields: [{ field: 'cursor', message }] },
      { cause: error },
    );
  }
};

/** A page of at most `limit` out of documents in their order, of which one more was asked for than a page holds. */
export const pageOf = <D>(
  documents: readonly D[],
  limit: number,
  keyOf: (last: D) => object,
): Page<D> => {
  const items = documents.slice(0, limit);
  return { items, next: documents.length > limit ? cursorOf(keyOf(items.at(-1)!)) : null };
};

/** What a page holds, as the body of its response: its head links to the page after it, the first one's says how many there are. */
export const itemsOf = <I>(
  response: Response,
  { items, next, total }: Readonly<{ items: I; next: string | null; total: number | null }>,
): I => {
  if (total !== null) response.setHeader('X-Total-Count', total);
  linkNext(response, next);
  return items;
};

/** Links a response to the page that follows it: the same request with that cursor. */
const linkNext = (response: Response, next: string | null): void => {
  if (next === null) return;
  const address = new URL(response.req.originalUrl, 'http://courtly');
  address.searchParams.set('cursor', next);
  response.links({ next: address.pathname + address.search });
};
