import type { ReactNode } from 'react';
import { addDays, dayLabel, type Day } from '../../lib/days';
import { dayInZone } from '../../lib/format';
import type { AnyBooking } from '../../resources/booking/booking-queries';
import { Heading } from '../../ui/heading';

export type CardPlace = 'next' | 'inDay' | 'list';

type UpcomingListProps = {
  bookings: readonly AnyBooking[];
  /** The current instant (UTC). */
  now: string;
  renderCard: (booking: AnyBooking, place: CardPlace) => ReactNode;
};

/** `Today`, `Tomorrow`, or the date, at the court. */
const dayHeading = (day: Day, booking: AnyBooking, now: string): string => {
  const today = dayInZone(now, booking);
  if (day === today) return 'Today';
  return day === addDays(today, 1) ? 'Tomorrow' : dayLabel(day);
};

/** The next confirmed game, and below it the other bookings by their day at the court. */
export function UpcomingList({ bookings, now, renderCard }: UpcomingListProps) {
  const nextGame = bookings.find(({ status, endTime }) => status === 'confirmed' && endTime > now);
  const bookingsByDay = Map.groupBy(
    bookings.filter((booking) => booking !== nextGame),
    (booking) => dayInZone(booking.startTime, booking),
  );
  return (
    <>
      {nextGame && renderCard(nextGame, 'next')}
      {[...bookingsByDay].map(([day, dayBookings]) => (
        <section key={day} aria-labelledby={`day-${day}`} className="mt-10 first:mt-0">
          <Heading level={2} id={`day-${day}`} className="mb-6 border-b border-rule pb-3">
            {dayHeading(day, dayBookings[0]!, now)}
          </Heading>
          {dayBookings.map((booking) => renderCard(booking, 'inDay'))}
        </section>
      ))}
    </>
  );
}
