import { z } from 'zod';
import { MOST_DAYS, Slot } from './availability.js';
import { Court, CourtAccess, CourtFilters } from './courts.js';
import { route } from './route.js';
import { MOST_PLAYERS } from './standard-neighbor-rules.js';
import { LocalDate } from './wire.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const hourOfDay = (earliest: number, latest: number) =>
  z.coerce.number().int().min(earliest).max(latest);

export const SearchOrder = z.enum(['newest', 'price', 'soonest', 'nearest']);

/** Days and hours are in the local time of each court. */
const SearchFields = CourtFilters.extend({
  access: CourtAccess.optional(),
  date: LocalDate.optional().describe(
    'Only courts with a free slot on this day. If missing, all courts with their next slots.',
  ),
  from: hourOfDay(0, 23).default(0).describe('The earliest start hour: 9 is 9:00 AM.'),
  to: hourOfDay(1, 24).default(24).describe('The latest end hour.'),
  players: z.coerce
    .number()
    .int()
    .min(2)
    .max(MOST_PLAYERS)
    .optional()
    .describe('Only courts that allow this many players at the same time.'),
  sort: SearchOrder.default('newest').describe(
    '`nearest` sorts by the distance to the courts that match `search`, and does not filter by it. Without such courts, newest first.',
  ),
  favourites: z
    .literal('1')
    .optional()
    .describe("Only the caller's favorites. Requires a session."),
});
const endsAfterStart = ({ from, to }: { from: number; to: number }) => from < to;
const endNotAfterStart = { path: ['to'], message: 'Choose an end after the start' };

export const SearchFilters = SearchFields.refine(endsAfterStart, endNotAfterStart);
export type SearchFilters = z.infer<typeof SearchFilters>;

export const SearchDaysQuery = SearchFields.omit({
  date: true,
  sort: true,
  limit: true,
  cursor: true,
})
  .extend({ firstDay: LocalDate, lastDay: LocalDate.describe('Inclusive.') })
  .refine(endsAfterStart, endNotAfterStart)
  .refine(
    ({ firstDay, lastDay }) =>
      firstDay <= lastDay && Date.parse(lastDay) - Date.parse(firstDay) < MOST_DAYS * DAY_MS,
    { path: ['lastDay'], message: `Choose at most ${MOST_DAYS} days` },
  );
export type SearchDaysQuery = z.infer<typeof SearchDaysQuery>;

export const CourtSearchResult = Court.extend({
  slots: z.array(Slot).describe('The first bookable slots, at most three.'),
  milesAway: z
    .number()
    .int()
    .optional()
    .describe('The rounded distance in a search sorted by `nearest`, if known.'),
});
export type CourtSearchResult = z.infer<typeof CourtSearchResult>;

export const searchRoutes = {
  searchCourts: route({
    method: 'GET',
    path: '/api/search',
    summary:
      'Search active courts with their first free slots. A short page can still have a next page. Without `date`, the first page sets X-Total-Count.',
    access: 'anyone',
    query: SearchFilters,
    reads: ['courts', 'courtDays', 'favourites', 'people'],
    status: 200,
    response: z.array(CourtSearchResult),
  }),
  searchDays: route({
    method: 'GET',
    path: '/api/search/days',
    summary:
      'List the days on which a matching court has a free hour. Examines the 100 newest matching courts; with more, it also lists the days on which it found none.',
    access: 'anyone',
    query: SearchDaysQuery,
    reads: ['courts', 'courtDays', 'favourites', 'people'],
    status: 200,
    response: z.array(z.string()),
  }),
};
