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
export const coming = (after: PlaceInList | undefined) =>
  after && {
    listedAt: { $lte: after.listedAt },
    $or: [{ listedAt: { $lt: after.listedAt } }, { _id: { $gt: after.courtId } }],
  };

/** Escapes text for a regular expression. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const cents = (dollars: number): number => Math.round(dollars * 100);

const chosen = <T extends string>(choice: T | 'all' | undefined): choice is T =>
  choice !== undefined && choice !== 'all';

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
