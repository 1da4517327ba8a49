import type { CourtFilters } from '@courtly/contracts/courts';

/** The filters of the list as its address holds them; empty text is no filter. Rates are dollars an hour, inclusive. */
export type Filters = { search: string; surface: string; minRate: string; maxRate: string; amenity: string };

export const filterNames = ['search', 'surface', 'minRate', 'maxRate', 'amenity'] as const;

/** Reads the filters out of an address: `?surface=clay&maxRate=300`. `all` means no filter. */
export const filtersOf = (query: URLSearchParams): Filters =>
  Object.fromEntries(filterNames.map((name) => [name, (query.get(name) ?? '').replace(/^all$/, '')])) as Filters;

export const noFilters = filtersOf(new URLSearchParams());

const surfaces = ['hard', 'clay', 'grass', 'other'] as const;
const features = ['lighting', 'ball-machine', 'invite-only'] as const;
const oneOf = <T extends string>(known: readonly T[], text: string): T | undefined => known.find((one) => one === text);

const rate = (text: string): number | undefined => {
  const dollars = Number(text);
  return text.trim() && dollars >= 0 && dollars <= 1_000_000 ? dollars : undefined;
};

/** The filters as the server takes them. What an address holds that is none is left out. */
export const wishesOf = ({ search, surface, minRate, maxRate, amenity }: Filters): Partial<CourtFilters> => ({
  search: search.trim().slice(0, 80) || undefined,
  surface: oneOf(surfaces, surface),
  minRate: rate(minRate),
  maxRate: rate(maxRate),
  amenity: oneOf(features, amenity),
});
