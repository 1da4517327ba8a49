import type { DeclineReason } from '@courtly/contracts/bookings';
import { useRef, useState } from 'react';
import { useUpdateBookingStatus } from './booking-mutations';
import { NoteField } from './note-field';
import { declineReasonOptions } from './reason-labels';
import type { AnyBooking } from './booking-queries';
import { pageHeading } from '../../lib/page-heading';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { CourtTime } from '../../ui/time';

/** Asks a host for the reason to decline. The player sees the reason and the note. */
export function DeclineDialog({ booking, onClose }: { booking: AnyBooking; onClose: () => void }) {
  const respondToBooking = useUpdateBookingStatus();
  const [declineReason, setDeclineReason] = useState<DeclineReason | ''>('');
  const [declineNote, setDeclineNote] = useState('');
  const [showsError, setShowsError] = useState(false);
  const reasonSelect = useRef<HTMLSelectElement>(null);
  const isResolved = useRef(false);
  const decline = () => {
    if (declineReason === '') {
      setShowsError(true);
      return reasonSelect.current?.focus();
    }
    const onSuccess = () => {
      isResolved.current = true;
      onClose();
    };
    respondToBooking.mutate(
      {
        bookingId: booking.id,
        status: 'cancelled',
        reason: declineReason,
        ...(declineNote.trim() && { note: declineNote.trim() }),
      },
      { onSuccess },
    );
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
          <CloseButton>Keep Request</CloseButton>
          <Button variant="danger" busy={respondToBooking.isPending} onClick={decline}>
            Decline Request
          </Button>
        </>
      }
    >
      <CourtTime hour={booking} />
      <div className="mt-6 grid gap-5">
        <Field
          label="Reason"
          required
          error={showsError && declineReason === '' ? 'Choose a reason' : undefined}
        >
          {(controlProps) => (
            <Select
              {...controlProps}
              ref={reasonSelect}
              options={declineReasonOptions}
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
