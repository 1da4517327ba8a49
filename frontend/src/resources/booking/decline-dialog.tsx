import type { DeclineReason } from '@courtly/contracts/bookings';
import { useRef, useState } from 'react';
import { useUpdateBookingStatus } from './booking-mutations';
import { NoteField } from './note-field';
import { declineReasonLabels } from './reason-labels';
import type { AnyBooking } from './booking-queries';
import { pageHeading } from '../../lib/page-heading';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { CourtTime } from '../../ui/time';

const reasonOptions = Object.entries(declineReasonLabels).map(([value, label]) => ({
  value: value as DeclineReason,
  label,
}));

/** Asks a host for the reason to decline. The player sees the reason and the note. */
export function DeclineDialog({ booking, onClose }: { booking: AnyBooking; onClose: () => void }) {
  const respondToBooking = useUpdateBookingStatus();
  const [declineReason, setDeclineReason] = useState<DeclineReason>('not_available');
  const [declineNote, setDeclineNote] = useState('');
  const isResolved = useRef(false);
  const decline = () => {
    isResolved.current = true;
    respondToBooking.mutate({
      bookingId: booking.id,
      status: 'cancelled',
      reason: declineReason,
      ...(declineNote.trim() && { note: declineNote.trim() }),
    });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      finalFocus={() => (isResolved.current ? pageHeading() : null)}
      title="Decline this request?"
      description={booking.court.name}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Keep Request
          </Button>
          <Button variant="danger" onClick={decline}>
            Decline Request
          </Button>
        </>
      }
    >
      <CourtTime hour={booking} />
      <div className="mt-6 grid gap-5">
        <Field label="Reason">
          {(controlProps) => (
            <Select
              {...controlProps}
              options={reasonOptions}
              value={declineReason}
              onChange={(event) => setDeclineReason(event.target.value as DeclineReason)}
            />
          )}
        </Field>
        <NoteField
          label="Note to the player"
          hint="The player won't see phone numbers or email addresses in it."
          value={declineNote}
          onChange={setDeclineNote}
        />
      </div>
    </Dialog>
  );
}
