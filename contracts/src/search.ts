import { z } from 'zod';
import { Slot } from './availability.js';
import { Court, CourtAccess, CourtFilters } from './courts.js';
import { route } from './route.js';
import { LocalDate } from './wire.js';

const hourOfDay = (earliest: number, latest: number) =>
  z.coerce.number().int().min(earliest).max(latest);

export const SearchOrder = z.enum(['newest', 'price', 'soonest', 'nearest']);

/** Days and hours are in the local time of each court. */
export const SearchFilters = CourtFilters.extend({
  access: CourtAccess.optional(),
  date: LocalDate.optional().describe(
    'Only courts with a free slot on this day. If missing, all courts with their next slots.',
  ),
  from: hourOfDay(0, 23).default(0).describe('The earliest start hour: 9 is 9:00 AM.'),
  to: hourOfDay(1, 24).default(24).describe('The latest end hour.'),
  sort: SearchOrder.default('newest').describe(
    '`nearest` sorts by the distance to the courts that match `search`, and does not filter by it. Without such courts, newest first.',
  ),
  favourites: z
    .literal('1')
    .optional()
    .describe("Only the caller's favorites. Requires a session."),
}).refine(({ from, to }) => from < to, {
  path: ['to'],
  message: 'Choose an end after the start',
});
export type SearchFilters = z.infer<typeof SearchFilters>;

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
};
