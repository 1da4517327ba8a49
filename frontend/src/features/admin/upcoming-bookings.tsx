import type { BookingSource } from '../../resources/admin/admin-queries';
import { AdminBookings } from './admin-bookings';
import { Heading } from '../../ui/heading';

type UpcomingBookingsProps = { subject: BookingSource; withActions?: boolean };

export function UpcomingBookings({ subject, withActions = false }: UpcomingBookingsProps) {
  return (
    <section>
      <Heading level={3}>Upcoming bookings</Heading>
      <AdminBookings
        label="Upcoming bookings"
        when="upcoming"
        subject={subject}
        withActions={withActions}
      />
    </section>
  );
}
