import type { BookingsOf } from '../../resources/admin/desk-queries';
import { DeskBookings } from './desk-bookings';

type Props = { of: BookingsOf; withActions?: boolean };

export function BookingsToCome({ of, withActions = false }: Props) {
  return (
    <section>
      <h3 className="font-display text-xl">Upcoming bookings</h3>
      <DeskBookings label="Upcoming bookings" when="upcoming" of={of} withActions={withActions} />
    </section>
  );
}
