import { MOST_COUNTED } from '@courtly/contracts/total-count';
import { z } from 'zod';
import {
  type CountedPage,
  type PageRequest,
  decodeCursor,
  cutPage,
} from '../../platform/http/paging.js';
import type { ReadModelCollection, StoredDocument } from '../../platform/projections/projection.js';

const Place = z.strictObject({ at: z.string(), id: z.string() });
const beyond = { 1: '$gt', [-1]: '$lt' } as const;

/**
 * One page of what a filter finds, in the order of an instant that each document has: 1 begins with the oldest, -1 with the newest.
 * They are counted for the first page alone, and up to `MOST_COUNTED`.
 * @throws DomainError invalid_request for a cursor that no page of the list has
 */
export const keysetPage = async <D extends object, F extends string & keyof D>(
  all: ReadModelCollection<D>,
  filter: object,
  [field, direction]: readonly [F, 1 | -1],
  { cursor, limit }: PageRequest,
): Promise<CountedPage<StoredDocument<D>>> => {
  const place = decodeCursor(Place, cursor);
  const later = place && {
    $or: [
      { [field]: { [beyond[direction]]: place.at } },
      { [field]: place.at, _id: { [beyond[direction]]: place.id } },
    ],
  };
  const page = all
    .find({ $and: [filter, later ?? {}] })
    .sort({ [field]: direction, _id: direction });
  const [found, total] = await Promise.all([
    page.limit(limit + 1).toArray() as Promise<StoredDocument<D>[]>,
    place ? null : all.countDocuments(filter, { limit: MOST_COUNTED }),
  ]);
  return { ...cutPage(found, limit, (last) => ({ at: last[field], id: last._id })), total };
};
