import type { Day } from '../../lib/days';

/** Query keys. `all` is the prefix of everything except the host's own courts. */
export const courtKeys = {
  all: ['/api/courts'] as const,
  list: (filters: object) => ['/api/courts', filters] as const,
  search: (searchFilters: object) => ['/api/courts', 'search', searchFilters] as const,
  searchDays: (query: object) => ['/api/courts', 'search', 'days', query] as const,
  detail: (courtId: string) => ['/api/courts', courtId] as const,
  /** Without a date, this is the prefix for all days. */
  availability: (courtId: string, courtDate?: Day) =>
    [
      '/api/courts',
      courtId,
      'availability',
      ...(courtDate === undefined ? [] : [courtDate]),
    ] as const,
  freeDays: (courtId: string, firstDay: Day, lastDay: Day) =>
    ['/api/courts', courtId, 'availability', 'days', firstDay, lastDay] as const,
  hours: (courtId: string, courtDate: Day) => ['/api/courts', courtId, 'hours', courtDate] as const,
  closures: (courtId: string, courtDate: Day) =>
    ['/api/courts', courtId, 'closures', courtDate] as const,
  ownerClosures: (firstDay?: Day, lastDay?: Day) =>
    ['/api/owner/closures', ...(firstDay === undefined ? [] : [firstDay, lastDay])] as const,
  host: (courtId: string) => ['/api/courts', courtId, 'host'] as const,
  invitations: (courtId: string) => ['/api/courts', courtId, 'invitations'] as const,
  hosted: ['/api/host/courts'] as const,
  favourites: ['/api/favourites'] as const,
};
