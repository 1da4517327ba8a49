import type { CourtFilters, CourtFeature } from '@courtly/contracts/courts';
import { z } from 'zod';
import type { Court } from './court.js';

export type CourtFilter = Readonly<{
  isShown: true;
  place?: { $regex: string };
  surfaceType?: Court['surfaceType'];
  courtAccess?: Court['courtAccess'];
  sports?: Court['sports'][number];
  features?: CourtFeature;
  rateCents?: { $gte?: number; $lte?: number };
}>;

export const newestFirst = { listedAt: -1, _id: 1 } as const;

export const PlaceInList = z.strictObject({ listedAt: z.string(), courtId: z.string() });
export type PlaceInList = z.infer<typeof PlaceInList>;

/** The first condition lets MongoDB start at an index key. */
export const courtsAfter = (pageCursor: PlaceInList | undefined) =>
  pageCursor && {
    listedAt: { $lte: pageCursor.listedAt },
    $or: [{ listedAt: { $lt: pageCursor.listedAt } }, { _id: { $gt: pageCursor.courtId } }],
  };

/** Escapes text for a regular expression. */
export const escapeRegExp = (plainText: string): string =>
  plainText.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const centsOf = (dollars: number): number => Math.round(dollars * 100);

const isChosen = <T extends string>(selection: T | 'all' | undefined): selection is T =>
  selection !== undefined && selection !== 'all';

/** Rates are inclusive. */
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
  const searchText = search?.trim().toLowerCase();
  return {
    isShown: true,
    ...(searchText && { place: { $regex: escapeRegExp(searchText) } }),
    ...(isChosen(surface) && { surfaceType: surface }),
    ...(sport && { sports: sport }),
    ...(access && { courtAccess: access }),
    ...(isChosen(amenity) && { features: amenity }),
    ...((minRate !== undefined || maxRate !== undefined) && {
      rateCents: {
        ...(minRate !== undefined && { $gte: centsOf(minRate) }),
        ...(maxRate !== undefined && { $lte: centsOf(maxRate) }),
      },
    }),
  };
};
