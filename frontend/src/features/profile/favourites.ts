import type { Booking } from '@courtly/contracts/bookings';

export type Favourite = Pick<Booking, 'court'> & { times: number };

/**
 * The courts booked most often, without canceled bookings. In a tie, the latest booking decides.
 */
export const favouritesOf = (memberBookings: readonly Booking[], maxCourts = 3): Favourite[] => {
  const activeBookings = memberBookings.filter(({ status }) => status !== 'cancelled');
  const latestFirst = activeBookings.toSorted((firstBooking, secondBooking) =>
    secondBooking.startTime.localeCompare(firstBooking.startTime),
  );
  const favouritesByCourt = new Map<string, Favourite>();
  for (const { court } of latestFirst) {
    const favourite = favouritesByCourt.get(court.id) ?? { court, times: 0 };
    favouritesByCourt.set(court.id, { ...favourite, times: favourite.times + 1 });
  }
  return [...favouritesByCourt.values()]
    .sort((firstCourt, secondCourt) => secondCourt.times - firstCourt.times)
    .slice(0, maxCourts);
};
