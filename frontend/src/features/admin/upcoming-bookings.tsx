import type { BookingSource } from '../../resources/admin/admin-queries';
import { AdminBookings } from './admin-bookings';

type UpcomingBookingsProps = { subject: BookingSource; withActions?: boolean };

export function UpcomingBookings({ subject, withActions = false }: UpcomingBookingsProps) {
  return (
    <section>
      <h3 className="font-display text-xl">Upcoming bookings</h3>
      <AdminBookings
        label="Upcoming bookings"
        when="upcoming"
        subject={subject}
        withActions={withActions}
      />
    </section>
  );
}
