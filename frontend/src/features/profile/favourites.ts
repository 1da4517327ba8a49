import type { Booking } from '@courtly/contracts/bookings';

export type Favourite = Pick<Booking, 'court' | 'sport'> & { times: number };

/**
 * The courts booked most often, each with the sport of its latest booking, without canceled
 * bookings. In a tie, the latest booking decides.
 */
export const favouritesOf = (memberBookings: readonly Booking[], maxCourts = 3): Favourite[] => {
  const activeBookings = memberBookings.filter(({ status }) => status !== 'cancelled');
  const latestFirst = activeBookings.toSorted((firstBooking, secondBooking) =>
    secondBooking.startTime.localeCompare(firstBooking.startTime),
  );
  const favouritesByCourt = new Map<string, Favourite>();
  for (const { court, sport } of latestFirst) {
    const favourite = favouritesByCourt.get(court.id) ?? { court, sport, times: 0 };
    favouritesByCourt.set(court.id, { ...favourite, times: favourite.times + 1 });
  }
  return [...favouritesByCourt.values()]
    .sort((firstCourt, secondCourt) => secondCourt.times - firstCourt.times)
    .slice(0, maxCourts);
};
