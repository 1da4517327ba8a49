import type { Booking } from '@courtly/contracts/bookings';

export type Favourite = { court: Booking['court']; times: number };

/** The most booked courts, without cancelled bookings; ties go to the latest booking. */
export const favouritesOf = (bookings: readonly Booking[], most = 3): Favourite[] => {
  const kept = bookings.filter(({ status }) => status !== 'cancelled');
  const latestFirst = kept.toSorted((a, b) => b.startTime.localeCompare(a.startTime));
  const byCourt = new Map<string, Favourite>();
  for (const { court } of latestFirst)
    byCourt.set(court.id, { court, times: (byCourt.get(court.id)?.times ?? 0) + 1 });
  return [...byCourt.values()].sort((a, b) => b.times - a.times).slice(0, most);
};
