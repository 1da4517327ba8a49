import type { CourtFilters, CourtFeature } from '@courtly/contracts/courts';
import { z } from 'zod';
import type { Court } from './court.js';

/** What the list of courts asks of its read model. */
export type CourtFilter = Readonly<{
  isShown: true;
  place?: { $regex: string };
  surfaceType?: Court['surfaceType'];
  courtAccess?: Court['courtAccess'];
  sports?: Court['sports'][number];
  features?: CourtFeature;
  rateCents?: { $gte?: number; $lte?: number };
}>;

/** The order of every list of courts. */
export const newestFirst = { listedAt: -1, _id: 1 } as const;

/** Where a page of courts ended: the last court on it, by what lists are sorted by. */
export const PlaceInList = z.strictObject({ listedAt: z.string(), courtId: z.string() });
export type PlaceInList = z.infer<typeof PlaceInList>;

/** The courts after a place in the list. The first condition is what an index begins at. */
export const coming = (after: PlaceInList | undefined) =>
  after && {
    listedAt: { $lte: after.listedAt },
    $or: [{ listedAt: { $lt: after.listedAt } }, { _id: { $gt: after.courtId } }],
  };

/** A text as a regular expression that means just this text. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const cents = (dollars: number): number => Math.round(dollars * 100);

const chosen = <T extends string>(choice: T | 'all' | undefined): choice is T =>
  choice !== undefined && choice !== 'all';

/** The wishes of a visitor as a filter of the courts that are shown: all must hold, and rates are inclusive. */
export const courtFilter = ({
  search,
  surface,
  sport,
  access,
  minRate,
  maxRate,
  amenity,
}: Omit<CourtFilters, 'limit'> &
  Readonly<{ access?: Court['courtAccess'] | undefined }>): CourtFilter => {
  const text = search?.trim().toLowerCase();
  return {
    isShown: true,
    ...(text && { place: { $regex: literally(text) } }),
    ...(chosen(surface) && { surfaceType: surface }),
    ...(sport && { sports: sport }),
    ...(access && { courtAccess: access }),
    ...(chosen(amenity) && { features: amenity }),
    ...((minRate !== undefined || maxRate !== undefined) && {
      rateCents: {
        ...(minRate !== undefined && { $gte: cents(minRate) }),
        ...(maxRate !== undefined && { $lte: cents(maxRate) }),
      },
    }),
  };
};
