import type { Response } from 'express';
import type { z } from 'zod';
import { DomainError } from '../kernel/domain-error.js';

/** The requested page: up to `limit` items after the cursor. */
export type PageRequest = Readonly<{ cursor?: string | undefined; limit: number }>;

/** A page of a list and the cursor of the next page; null for the last. */
export type Page<T> = Readonly<{ items: readonly T[]; next: string | null }>;

/** A page with the total count, which may be capped; null except on the first page. */
export type CountedPage<T> = Page<T> & Readonly<{ total: number | null }>;

/** A cursor: base64url of the JSON of the last item's sort key. */
export const encodeCursor = (sortKey: object): string =>
  Buffer.from(JSON.stringify(sortKey)).toString('base64url');

/**
 * The sort key in a cursor, or undefined if there is no cursor.
 * @throws DomainError invalid_request for a cursor that is not from this list
 */
export const decodeCursor = <S extends z.ZodType>(
  schema: S,
  cursor: string | undefined,
): z.output<S> | undefined => {
  if (cursor === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (error) {
    throw unknownCursor(error);
  }
};

/** The refusal of a cursor that is not from this list. */
export const unknownCursor = (cause?: unknown): DomainError => {
  const message = "This page doesn't exist. Please start from the beginning of the list.";
  const details = { fields: [{ field: 'cursor', message }] };
  return new DomainError('invalid_request', message, details, { cause });
};

/** Cuts a page from sorted documents. Query one more than `limit`, to detect the next page. */
export const cutPage = <D>(
  documents: readonly D[],
  pageSize: number,
  sortKeyOf: (lastItem: D) => object,
): Page<D> => {
  const pageItems = documents.slice(0, pageSize);
  return {
    items: pageItems,
    next: documents.length > pageSize ? encodeCursor(sortKeyOf(pageItems.at(-1)!)) : null,
  };
};

/** Sends the items as the body, the next page as a Link header, and the total as a header. */
export const sendPage = <I>(
  response: Response,
  {
    items: pageItems,
    next: nextCursor,
    total,
  }: Readonly<{ items: I; next: string | null; total: number | null }>,
): I => {
  if (total !== null) response.setHeader('X-Total-Count', total);
  setNextLink(response, nextCursor);
  return pageItems;
};

/** Adds a Link header with the same request and the next cursor. */
const setNextLink = (response: Response, nextCursor: string | null): void => {
  if (nextCursor === null) return;
  const nextUrl = new URL(response.req.originalUrl, 'http://courtly');
  nextUrl.searchParams.set('cursor', nextCursor);
  response.links({ next: nextUrl.pathname + nextUrl.search });
};
