import type { Court } from '@courtly/contracts/courts';

/** The filters of the list as its address holds them; empty text is no filter. Rates are dollars an hour, inclusive. */
export type Filters = { search: string; surface: string; minRate: string; maxRate: string; amenity: string };

export const filterNames = ['search', 'surface', 'minRate', 'maxRate', 'amenity'] as const;

/** Reads the filters out of an address: `?surface=clay&maxRate=300`. `all` means no filter. */
export const filtersOf = (query: URLSearchParams): Filters =>
  Object.fromEntries(filterNames.map((name) => [name, (query.get(name) ?? '').replace(/^all$/, '')])) as Filters;

const mentions = (court: Court, ...words: string[]) =>
  court.amenities.some((amenity) => words.some((word) => amenity.toLowerCase().includes(word)));

const features: Record<string, (court: Court) => boolean> = {
  lighting: (court) => mentions(court, 'light'),
  'ball-machine': (court) => mentions(court, 'ball machine'),
  'invite-only': (court) => court.courtAccess === 'invite' || mentions(court, 'invite', 'private'),
};

const limit = (text: string, otherwise: number) => (text.trim() && !isNaN(Number(text)) ? Number(text) : otherwise);

const matches = (court: Court, { search, surface, minRate, maxRate, amenity }: Filters): boolean =>
  court.location.toLowerCase().includes(search.trim().toLowerCase()) &&
  (!surface || court.surfaceType === surface) &&
  Number(court.hourlyRate) >= limit(minRate, 0) &&
  Number(court.hourlyRate) <= limit(maxRate, Infinity) &&
  (features[amenity]?.(court) ?? true);

/** The courts that fit; where none does, all of them, and `matched` says so. */
export const filtered = (
  courts: readonly Court[],
  filters: Filters,
): { courts: readonly Court[]; matched: boolean } => {
  const fitting = courts.filter((court) => matches(court, filters));
  return fitting.length > 0 ? { courts: fitting, matched: true } : { courts, matched: false };
};
