import type { CourtFilters, CourtFeature } from '@courtly/contracts/courts';
import { searchable } from '@courtly/contracts/text';
import { z } from 'zod';
import { escapeRegExp } from '../../platform/http/escaped.js';
import {
  type PriceGroup,
  type PricePolicy,
  leastRate,
  priceGroups,
} from '../pricing/shown-price.js';
import type { Court } from './court.js';

export type CourtFilter = Readonly<{
  isShown: true;
  place?: { $regex: string };
  surfaceType?: Court['surfaceType'];
  courtAccess?: Court['courtAccess'];
  sports?: Court['sports'][number];
  features?: CourtFeature;
  'neighborRules.maxPlayers'?: { $gte: number };
  rateCents?: RateRange;
  $and?: [{ $or: (PriceGroup['courts'] & { rateCents: RateRange })[] }];
}>;

type RateRange = { $gte?: number; $lte?: number };

export const newestFirst = { listedAt: -1, _id: 1 } as const;

export const PlaceInList = z.strictObject({ listedAt: z.string(), courtId: z.string() });
export type PlaceInList = z.infer<typeof PlaceInList>;

/** The first condition lets MongoDB start at an index key. */
export const courtsAfter = (pageCursor: PlaceInList | undefined) =>
  pageCursor && {
    listedAt: { $lte: pageCursor.listedAt },
    $or: [{ listedAt: { $lt: pageCursor.listedAt } }, { _id: { $gt: pageCursor.courtId } }],
  };

const centsOf = (dollars: number): number => Math.round(dollars * 100);

const isChosen = <T extends string>(selection: T | 'all' | undefined): selection is T =>
  selection !== undefined && selection !== 'all';

/**
 * Finds courts whose displayed price is in an inclusive range, by the rates that this price allows
 * in each group of courts.
 */
const shownPriceFilter = (
  { minRate, maxRate }: Pick<CourtFilters, 'minRate' | 'maxRate'>,
  pricePolicy: PricePolicy,
): Pick<CourtFilter, 'rateCents' | '$and'> => {
  if (minRate === undefined && maxRate === undefined) return {};
  const ratesIn = (group: PriceGroup): RateRange => ({
    ...(minRate !== undefined && { $gte: leastRate(group, centsOf(minRate)) }),
    ...(maxRate !== undefined && { $lte: leastRate(group, centsOf(maxRate) + 1) - 1 }),
  });
  const [firstGroup, ...otherGroups] = priceGroups(pricePolicy);
  if (otherGroups.length === 0) return { rateCents: ratesIn(firstGroup!) };
  const inGroups = [firstGroup!, ...otherGroups].map((group) => ({
    ...group.courts,
    rateCents: ratesIn(group),
  }));
  return { $and: [{ $or: inGroups }] };
};

export const courtFilter = (
  {
    search,
    surface,
    sport,
    access,
    amenity,
    players,
    ...priceRange
  }: Omit<CourtFilters, 'limit'> &
    Readonly<{ access?: Court['courtAccess'] | undefined; players?: number | undefined }>,
  pricePolicy: PricePolicy,
): CourtFilter => {
  const searchText = searchable(search ?? '');
  return {
    isShown: true,
    ...(searchText && { place: { $regex: escapeRegExp(searchText) } }),
    ...(isChosen(surface) && { surfaceType: surface }),
    ...(sport && { sports: sport }),
    ...(access && { courtAccess: access }),
    ...(isChosen(amenity) && { features: amenity }),
    ...(players && { 'neighborRules.maxPlayers': { $gte: players } }),
    ...shownPriceFilter(priceRange, pricePolicy),
  };
};
