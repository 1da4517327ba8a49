import { MOST_PLAYERS } from '@courtly/contracts/standard-neighbor-rules';
import type { ApiQuery } from '../../lib/api';
import { isCalendarDay } from '../../lib/days';

/** Search parameters in the URL. */
export const searchNames = [
  'search',
  'date',
  'from',
  'to',
  'sport',
  'players',
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

export type SearchQuery = ApiQuery<'GET /api/search'>;

const optionParser =
  <const T extends readonly string[]>(...options: T) =>
  (text: string): T[number] | undefined =>
    options.find((option) => option === text);

const parseSurface = optionParser('hard', 'clay', 'grass', 'other');
const parseSport = optionParser('tennis', 'pickleball');
const parseAccess = optionParser('public', 'elite', 'invite');
const parseAmenity = optionParser('lighting', 'ball-machine', 'invite-only');
const parseSort = optionParser('price', 'soonest', 'nearest');

const parseNumber = (text: string, minimum: number, maximum: number): number | undefined => {
  const value = Number(text);
  return text && value >= minimum && value <= maximum ? value : undefined;
};
const parseWholeNumber = (text: string, minimum: number, maximum: number) =>
  /^\d{1,2}$/.test(text) ? parseNumber(text, minimum, maximum) : undefined;

/** The typed place without surrounding spaces. `all` means no place. */
export const placeOf = ({ search }: Pick<CourtSearch, 'search'>): string =>
  search.trim().replace(/^all$/, '');

/** Converts a search to API parameters and omits invalid values. */
export const toSearchQuery = (courtSearch: CourtSearch): SearchQuery => {
  const fromHour = parseWholeNumber(courtSearch.from, 0, 23);
  const toHour = parseWholeNumber(courtSearch.to, 1, 24);
  return {
    search: placeOf(courtSearch).slice(0, 80) || undefined,
    date: isCalendarDay(courtSearch.date) ? courtSearch.date : undefined,
    from: fromHour,
    to: toHour !== undefined && toHour > (fromHour ?? 0) ? toHour : undefined,
    players: parseWholeNumber(courtSearch.players, 2, MOST_PLAYERS),
    sport: parseSport(courtSearch.sport),
    surface: parseSurface(courtSearch.surface),
    minRate: parseNumber(courtSearch.minRate, 0, 1_000_000),
    maxRate: parseNumber(courtSearch.maxRate, 0, 1_000_000),
    amenity: parseAmenity(courtSearch.amenity),
    access: parseAccess(courtSearch.access),
    favourites: courtSearch.favourites ? '1' : undefined,
    sort: parseSort(courtSearch.sort),
  };
};

/** Parses a search, without invalid values: `?date=2027-03-13&from=9&to=11&search=Scottsdale`. */
export const parseCourtSearch = (searchParams: URLSearchParams): CourtSearch => {
  const searchQuery = toSearchQuery(
    Object.fromEntries(
      searchNames.map((name) => [name, searchParams.get(name) ?? '']),
    ) as CourtSearch,
  );
  return Object.fromEntries(
    searchNames.map((name) => [name, String(searchQuery[name] ?? '')]),
  ) as CourtSearch;
};

/** The search with the place as typed, because trimming would remove each space while it is typed. */
export const typedCourtSearch = (searchParams: URLSearchParams): CourtSearch => ({
  ...parseCourtSearch(searchParams),
  search: searchParams.get('search') ?? '',
});

export const emptySearch = parseCourtSearch(new URLSearchParams());

/** Whether a search filters anything. The sort order does not count as a filter. */
export const isNarrowed = (courtSearch: CourtSearch): boolean =>
  searchNames.some((name) => name !== 'sort' && courtSearch[name] !== '');
