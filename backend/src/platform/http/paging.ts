import type { Response } from 'express';
import type { z } from 'zod';
import { DomainError } from '../kernel/domain-error.js';

/** The requested page: up to `limit` items after the cursor. */
export type Paging = Readonly<{ cursor?: string | undefined; limit: number }>;

/** A page of a list and the cursor of the next page; null for the last. */
export type Page<T> = Readonly<{ items: readonly T[]; next: string | null }>;

/** A page with the total count, which may be capped; null except on the first page. */
export type CountedPage<T> = Page<T> & Readonly<{ total: number | null }>;

/** A cursor: base64url of the JSON of the last item's sort key. */
export const cursorOf = (key: object): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/**
 * The sort key in a cursor, or undefined without one. @throws DomainError invalid_request for a
 * cursor that is not from this list
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

/** Cuts a page from sorted documents. Query one more than `limit`, to detect the next page. */
export const pageOf = <D>(
  documents: readonly D[],
  limit: number,
  keyOf: (last: D) => object,
): Page<D> => {
  const items = documents.slice(0, limit);
  return { items, next: documents.length > limit ? cursorOf(keyOf(items.at(-1)!)) : null };
};

/** Sends the items as the body, the next page as a Link header, and the total as a header. */
export const itemsOf = <I>(
  response: Response,
  { items, next, total }: Readonly<{ items: I; next: string | null; total: number | null }>,
): I => {
  if (total !== null) response.setHeader('X-Total-Count', total);
  linkNext(response, next);
  return items;
};

/** Adds a Link header with the same request and the next cursor. */
const linkNext = (response: Response, next: string | null): void => {
  if (next === null) return;
  const address = new URL(response.req.originalUrl, 'http://courtly');
  address.searchParams.set('cursor', next);
  response.links({ next: address.pathname + address.search });
};
