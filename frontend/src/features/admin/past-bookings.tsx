import { useState } from 'react';
import type { BookingsOf } from '../../resources/admin/desk-queries';
import { Button } from '../../ui/button';
import { DeskBookings } from './desk-bookings';

type Props = { title: string; button: string; when: 'past' | 'cancelled'; of: BookingsOf };

function BookingsOnDemand({ title, button, when, of }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <h3 className="font-display text-xl">{title}</h3>
      {isOpen ? (
        <DeskBookings label={title} when={when} of={of} withActions />
      ) : (
        <Button size="sm" variant="outline" className="mt-3" onClick={() => setOpen(true)}>
          {button}
        </Button>
      )}
    </section>
  );
}

/** Past and canceled bookings, for refunds. Each list loads only when opened. */
export function PastBookings({ of }: { of: BookingsOf }) {
  return (
    <>
      <BookingsOnDemand title="Past bookings" button="Show Past Bookings" when="past" of={of} />
      <BookingsOnDemand
        title="Cancelled bookings"
        button="Show Cancelled Bookings"
        when="cancelled"
        of={of}
      />
    </>
  );
}
