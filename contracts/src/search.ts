import { z } from 'zod';
import { Slot } from './availability.js';
import { Court, CourtAccess, CourtFilters } from './courts.js';
import { route } from './route.js';
import { LocalDate } from './wire.js';

const hour = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

export const SearchOrder = z.enum(['newest', 'price', 'soonest']);

/** What somebody who wants to play looks for. Days and hours are those of each court's own clock. */
export const SearchFilters = CourtFilters.extend({
  access: CourtAccess.optional(),
  date: LocalDate.optional().describe(
    'only courts that are free on that day; left out, all courts with their next hours',
  ),
  from: hour(0, 23).default(0).describe('the earliest hour to begin at: 9 is 9:00 AM'),
  to: hour(1, 24).default(24).describe('the hour by which it ends'),
  sort: SearchOrder.default('newest'),
  favourites: z
    .literal('1')
    .optional()
    .describe("only the caller's favourites, who must be signed in"),
}).refine(({ from, to }) => from < to, {
  path: ['to'],
  message: 'Choose an end that comes after the beginning',
});
export type SearchFilters = z.infer<typeof SearchFilters>;

export const FoundCourt = Court.extend({
  slots: z.array(Slot).describe('the first hours that can be booked, at most three'),
});
export type FoundCourt = z.infer<typeof FoundCourt>;

export const searchRoutes = {
  searchCourts: route({
    method: 'GET',
    path: '/api/search',
    summary:
      'Active courts with the first hours that are free, in pages; one that ends early may still have a next. Without a day X-Total-Count of the first holds how many match',
    access: 'anyone',
    query: SearchFilters,
    reads: ['courts', 'courtDays', 'favourites'],
    status: 200,
    response: z.array(FoundCourt),
  }),
};
