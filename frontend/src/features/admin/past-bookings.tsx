import { useState } from 'react';
import type { BookingSource } from '../../resources/admin/admin-queries';
import { Button } from '../../ui/button';
import { AdminBookings } from './admin-bookings';
import { Heading } from '../../ui/heading';

type BookingsOnDemandProps = {
  title: string;
  buttonLabel: string;
  when: 'past' | 'cancelled';
  subject: BookingSource;
};

function BookingsOnDemand({ title, buttonLabel, when, subject }: BookingsOnDemandProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <Heading level={3}>{title}</Heading>
      {isOpen ? (
        <AdminBookings label={title} when={when} subject={subject} withActions />
      ) : (
        <Button size="sm" variant="outline" className="mt-3" onClick={() => setOpen(true)}>
          {buttonLabel}
        </Button>
      )}
    </section>
  );
}

/** Past and canceled bookings, which may need refunds. Each list loads only when it is opened. */
export function PastBookings({ of: subject }: { of: BookingSource }) {
  return (
    <>
      <BookingsOnDemand
        title="Past bookings"
        buttonLabel="Show Past Bookings"
        when="past"
        subject={subject}
      />
      <BookingsOnDemand
        title="Canceled bookings"
        buttonLabel="Show Canceled Bookings"
        when="cancelled"
        subject={subject}
      />
    </>
  );
}
