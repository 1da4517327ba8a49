import type { CallInput } from '../../lib/api';
import { isDay } from '../../lib/days';

/** Search parameters in the URL. */
export const searchNames = [
  'search',
  'date',
  'from',
  'to',
  'sport',
  'surface',
  'minRate',
  'maxRate',
  'amenity',
  'access',
  'favourites',
  'sort',
] as const;

/**
 * A court search as stored in the URL; empty text means no filter. The date and hours are local to
 * the courts (9 is 9:00 AM); rates are dollars per hour, inclusive.
 */
export type CourtSearch = Readonly<Record<(typeof searchNames)[number], string>>;

/** Parses a search: `?date=2027-03-13&from=9&to=11&search=Scottsdale`. `all` means no filter. */
export const courtSearchOf = (query: URLSearchParams): CourtSearch =>
  Object.fromEntries(
    searchNames.map((name) => [name, (query.get(name) ?? '').trim().replace(/^all$/, '')]),
  ) as CourtSearch;

export const noSearch = courtSearchOf(new URLSearchParams());

/** Whether a search filters anything; the sort order does not count. */
export const isNarrowed = (search: CourtSearch): boolean =>
  searchNames.some((name) => name !== 'sort' && search[name] !== '');

export type SearchQuery = NonNullable<CallInput<'GET /api/search'>['query']>;

const oneOf =
  <const T extends readonly string[]>(...known: T) =>
  (text: string): T[number] | undefined =>
    known.find((one) => one === text);

const surfaceIn = oneOf('hard', 'clay', 'grass', 'other');
const sportIn = oneOf('tennis', 'pickleball');
const accessIn = oneOf('public', 'elite', 'invite');
const amenityIn = oneOf('lighting', 'ball-machine', 'invite-only');
const orderIn = oneOf('price', 'soonest');

const numberIn = (text: string, least: number, most: number): number | undefined => {
  const number = Number(text);
  return text && number >= least && number <= most ? number : undefined;
};
const hourIn = (text: string, least: number, most: number) =>
  /^\d{1,2}$/.test(text) ? numberIn(text, least, most) : undefined;

/** Converts a search to API parameters and omits invalid values. */
export const searchQueryOf = (search: CourtSearch): SearchQuery => {
  const from = hourIn(search.from, 0, 23);
  const to = hourIn(search.to, 1, 24);
  return {
    search: search.search.slice(0, 80) || undefined,
    date: isDay(search.date) ? search.date : undefined,
    from,
    to: to !== undefined && to > (from ?? 0) ? to : undefined,
    sport: sportIn(search.sport),
    surface: surfaceIn(search.surface),
    minRate: numberIn(search.minRate, 0, 1_000_000),
    maxRate: numberIn(search.maxRate, 0, 1_000_000),
    amenity: amenityIn(search.amenity),
    access: accessIn(search.access),
    favourites: search.favourites ? '1' : undefined,
    sort: orderIn(search.sort),
  };
};
