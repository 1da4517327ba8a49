import { useState } from 'react';
import type { BookingsOf } from '../../resources/admin/desk-queries';
import { Button } from '../../ui/button';
import { DeskBookings } from './desk-bookings';

/** The hours that were played, the latest first, to give money back for one; they are asked for when somebody wants to see them. */
export function PlayedHours({ of }: { of: BookingsOf }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <h3 className="font-display text-xl">Played hours</h3>
      {isOpen ? (
        <DeskBookings label="Played hours" when="past" of={of} withActions />
      ) : (
        <Button size="sm" variant="outline" className="mt-3" onClick={() => setOpen(true)}>
          Show Played Hours
        </Button>
      )}
    </section>
  );
}
