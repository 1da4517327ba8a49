import { MOST_COUNTED } from '@courtly/contracts/total-count';
import { z } from 'zod';
import {
  type CountedPage,
  type PageRequest,
  decodeCursor,
  cutPage,
} from '../../platform/http/paging.js';
import type { ReadModelCollection, StoredDocument } from '../../platform/projections/projection.js';

const PageCursor = z.strictObject({ at: z.string(), id: z.string() });
const comparisons = { 1: '$gt', [-1]: '$lt' } as const;

/**
 * One page of documents sorted by an instant: 1 starts with the oldest, and -1 with the latest.
 * Only the first page has a total, which is at most `MOST_COUNTED`.
 * @throws DomainError invalid_request for a cursor from another list
 */
export const keysetPage = async <D extends object, F extends string & keyof D>(
  collection: ReadModelCollection<D>,
  documentFilter: object,
  [sortField, direction]: readonly [F, 1 | -1],
  { cursor, limit }: PageRequest,
): Promise<CountedPage<StoredDocument<D>>> => {
  const pageCursor = decodeCursor(PageCursor, cursor);
  const afterCursor = pageCursor && {
    $or: [
      { [sortField]: { [comparisons[direction]]: pageCursor.at } },
      { [sortField]: pageCursor.at, _id: { [comparisons[direction]]: pageCursor.id } },
    ],
  };
  const sortedDocuments = collection
    .find({ $and: [documentFilter, afterCursor ?? {}] })
    .sort({ [sortField]: direction, _id: direction });
  const [pageDocuments, totalCount] = await Promise.all([
    sortedDocuments.limit(limit + 1).toArray() as Promise<StoredDocument<D>[]>,
    pageCursor ? null : collection.countDocuments(documentFilter, { limit: MOST_COUNTED }),
  ]);
  return {
    ...cutPage(pageDocuments, limit, (lastDocument) => ({
      at: lastDocument[sortField],
      id: lastDocument._id,
    })),
    total: totalCount,
  };
};
