import type { CourtFilters, Feature } from '@courtly/contracts/courts';
import type { Court } from './court.js';

/** What the list of courts asks of its read model. */
export type CourtFilter = Readonly<{
  isActive: true;
  place?: { $regex: string };
  surfaceType?: Court['surfaceType'];
  sports?: Court['sports'][number];
  features?: Feature;
  rateCents?: { $gte?: number; $lte?: number };
}>;

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const cents = (dollars: number): number => Math.round(dollars * 100);

const chosen = <T extends string>(choice: T | 'all' | undefined): choice is T =>
  choice !== undefined && choice !== 'all';

/** The wishes of a visitor as a filter of the courts that are shown: all must hold, and rates are inclusive. */
export const courtFilter = ({ search, surface, sport, minRate, maxRate, amenity }: CourtFilters): CourtFilter => {
  const text = search?.trim().toLowerCase();
  return {
    isActive: true,
    ...(text && { place: { $regex: literally(text) } }),
    ...(chosen(surface) && { surfaceType: surface }),
    ...(sport && { sports: sport }),
    ...(chosen(amenity) && { features: amenity }),
    ...((minRate !== undefined || maxRate !== undefined) && {
      rateCents: {
        ...(minRate !== undefined && { $gte: cents(minRate) }),
        ...(maxRate !== undefined && { $lte: cents(maxRate) }),
      },
    }),
  };
};
