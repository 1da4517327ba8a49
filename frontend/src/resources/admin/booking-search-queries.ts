import type { BookingCountSearch } from '@courtly/contracts/admin-bookings';
import type { BookingStatus } from '@courtly/contracts/bookings';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';
import { PAGE_SIZE, adminKeys } from './admin-queries';

const isAmount = (text: string) => /^\d{1,7}(\.\d{1,2})?$/.test(text);
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** The start of a day, or of a later day, in the viewer's time zone. */
const startOfDay = (day: string, laterDays = 0): string => {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date! + laterDays).toISOString();
};

/** The filters in the URL. Incomplete amounts and days are ignored. */
export const bookingFiltersIn = (searchParams: URLSearchParams): BookingCountSearch => {
  const text = (name: string) => searchParams.get(name)?.trim() ?? '';
  const [amountFrom, amountTo, from, to] = ['amountFrom', 'amountTo', 'from', 'to'].map(text) as [
    ...[string, string, string, string],
  ];
  const payment = text('payment') as BookingCountSearch['payment'] | '';
  return {
    ...(text('person') && { person: text('person') }),
    ...(text('court') && { court: text('court') }),
    ...(text('booking') && { booking: text('booking') }),
    ...(isAmount(amountFrom) && { amountFrom }),
    ...(isAmount(amountTo) && { amountTo }),
    ...(isDay(from) && { from: startOfDay(from) }),
    ...(isDay(to) && { to: startOfDay(to, 1) }),
    ...(payment && { payment }),
  };
};

/** The bookings that match the filters in the URL, latest start first. */
export const bookingSearchQuery = (searchParams: URLSearchParams) => {
  const status = searchParams.get('status') as BookingStatus | null;
  const query = { ...bookingFiltersIn(searchParams), ...(status && { status }) };
  return infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'booking-search', query],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/admin/bookings', {
        query: { ...query, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages,
    staleTime: 0,
  });
};

/** How many bookings of each status match the filters in the URL. */
export const bookingCountsQuery = (searchParams: URLSearchParams) => {
  const query = bookingFiltersIn(searchParams);
  return queryOptions({
    queryKey: [...adminKeys.all, 'booking-counts', query],
    queryFn: ({ signal }) => call('GET /api/admin/booking-counts', { query, signal }),
    staleTime: 0,
  });
};
