import type { AdminGuest } from '@courtly/contracts/guest-waivers';
import type { AdminBooking } from '@courtly/contracts/admin-users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { formatMediumDate } from '../../lib/format';
import { bookingGuestsQuery } from '../../resources/admin/admin-queries';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { QueryPanel } from '../../ui/query-panel';
import { AdminActionDialog } from './admin-action-dialog';
import { REFERENCE_HINT } from './reason-hints';

const nameOf = ({ name }: AdminGuest) => name || 'Unnamed guest';

/** The guests of a booking. An admin erases one at their written request. */
export function BookingGuestsDialog({
  booking,
  onClose,
}: {
  booking: AdminBooking;
  onClose: () => void;
}) {
  const [guestToErase, setGuestToErase] = useState<AdminGuest | null>(null);
  return (
    <Dialog
      open
      side="right"
      onClose={onClose}
      title="Guests and waivers"
      description={booking.court.name}
    >
      <QueryPanel query={useQuery(bookingGuestsQuery(booking.id))} label="the guests">
        {(guests) =>
          guests.length === 0 ? (
            <p className="text-quiet">No guest data is stored.</p>
          ) : (
            <ul className="divide-y divide-rule border-y border-rule">
              {guests.map((guest) => (
                <li key={guest.id} className="flex items-start justify-between gap-4 py-4">
                  <div className="min-w-0">
                    <p dir="auto" className="font-semibold wrap-anywhere">
                      {nameOf(guest)}
                    </p>
                    <p className="text-small text-quiet">
                      {guest.signedAt
                        ? `Signed ${formatMediumDate(guest.signedAt, booking)}`
                        : 'Not signed'}
                      {guest.isRemoved && ', removed'}
                    </p>
                  </div>
                  {guest.isErasureRequested ? (
                    <p className="text-quiet">Erasing soon</p>
                  ) : (
                    <Button
                      size="sm"
                      variant="outline"
                      aria-label={`Erase: ${nameOf(guest)}`}
                      onClick={() => setGuestToErase(guest)}
                    >
                      Erase
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryPanel>
      {guestToErase && (
        <AdminActionDialog
          title={`Erase ${nameOf(guestToErase)}?`}
          description="This erases the guest's name, email, and signature. It can't be undone."
          label="Where is the request filed?"
          hint={REFERENCE_HINT}
          button="Erase Guest"
          mutationFn={(reference) =>
            call('POST /api/admin/bookings/:bookingId/guests/:guestId/erasure', {
              params: { bookingId: booking.id, guestId: guestToErase.id },
              body: { reference },
            })
          }
          successMessage="The guest will be erased within minutes"
          onClose={() => setGuestToErase(null)}
        />
      )}
    </Dialog>
  );
}
