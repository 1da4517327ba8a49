import type { ReactNode } from 'react';
import { addDays, dayLabel } from '../../lib/days';
import { dayInZone } from '../../lib/format';
import { type AnyBooking, isHostBooking } from '../../resources/booking/booking-queries';
import { Heading } from '../../ui/heading';

export type CardPlace = 'next' | 'inDay' | 'list';

type UpcomingListProps = {
  bookings: readonly AnyBooking[];
  /** The current instant (UTC). */
  now: string;
  renderCard: (booking: AnyBooking, place: CardPlace) => ReactNode;
};

/** `Today`, `Tomorrow`, or the date, at the court. */
const dayHeading = (booking: AnyBooking, now: string): string => {
  const day = dayInZone(booking.startTime, booking);
  const today = dayInZone(now, booking);
  if (day === today) return 'Today';
  return day === addDays(today, 1) ? 'Tomorrow' : dayLabel(day);
};

/** The viewer's next confirmed game, then the other bookings by day at the court. */
export function UpcomingList({ bookings, now, renderCard }: UpcomingListProps) {
  const nextGame = bookings.find(
    (booking) => !isHostBooking(booking) && booking.status === 'confirmed' && booking.endTime > now,
  );
  const bookingsByHeading = Map.groupBy(
    bookings.filter((booking) => booking !== nextGame),
    (booking) => dayHeading(booking, now),
  );
  return (
    <>
      {nextGame && renderCard(nextGame, 'next')}
      {[...bookingsByHeading].map(([heading, dayBookings]) => {
        const headingId = `day-of-${dayBookings[0]!.id}`;
        return (
          <section key={heading} aria-labelledby={headingId} className="mt-10 first:mt-0">
            <Heading level={2} id={headingId} className="mb-6 border-b border-rule pb-3">
              {heading}
            </Heading>
            {dayBookings.map((booking) => renderCard(booking, 'inDay'))}
          </section>
        );
      })}
    </>
  );
}
