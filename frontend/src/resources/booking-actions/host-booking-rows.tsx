import type { HostBooking } from '@courtly/contracts/bookings';
import { useState } from 'react';
import { useNow } from '../../lib/use-now';
import { Button } from '../../ui/button';
import { useOpenConversation } from '../message/conversation-link';
import { MessageButton } from '../message/message-button';
import { fullName } from '../session/person-labels';
import { bookingName } from './booking-labels';
import { useUpdateBookingStatus } from './booking-mutations';
import { BookingRows } from './booking-rows';
import { BookingDialog, CancelDialog, PlayerReviewDialog } from './lazy-dialogs';
import { PlayerRecord } from './player-record';
import { timeLeftLabel } from './time-left-label';

type Opened = { id: string; dialog: 'details' | 'cancel' | 'review' } | null;

/** A host's bookings with actions and dialogs. The page must render OpenConversation. */
export function HostBookingRows({ bookings }: { bookings: readonly HostBooking[] }) {
  const now = useNow();
  const [opened, setOpened] = useState<Opened>(null);
  const [, openConversation] = useOpenConversation();
  const updateStatus = useUpdateBookingStatus();
  const shown = bookings.find(({ id }) => id === opened?.id);
  const close = () => setOpened(null);

  const detail = ({ user, status, answerBy }: HostBooking) => (
    <>
      {fullName(user)}
      {status === 'pending' && (
        <>
          <span className="block">
            <PlayerRecord record={user.record} />
          </span>
          {answerBy && (
            <span className="block font-semibold text-pending">
              {timeLeftLabel(answerBy, now)} to answer
            </span>
          )}
        </>
      )}
    </>
  );
  const actions = (booking: HostBooking) => (
    <>
      {booking.status === 'pending' && (
        <>
          <Button
            aria-label={`Approve ${bookingName(booking)}`}
            onClick={() => updateStatus.mutate({ bookingId: booking.id, status: 'confirmed' })}
          >
            Approve
          </Button>
          <Button
            variant="outline"
            aria-label={`Decline ${bookingName(booking)}`}
            onClick={() => setOpened({ id: booking.id, dialog: 'cancel' })}
          >
            Decline
          </Button>
        </>
      )}
      {booking.needsReview && (
        <Button
          variant="outline"
          aria-label={`Review Player: ${bookingName(booking)}`}
          onClick={() => setOpened({ id: booking.id, dialog: 'review' })}
        >
          Review Player
        </Button>
      )}
      <MessageButton booking={booking} onOpen={openConversation} />
      <Button
        variant="quiet"
        aria-label={`Details: ${bookingName(booking)}`}
        onClick={() => setOpened({ id: booking.id, dialog: 'details' })}
      >
        Details
      </Button>
    </>
  );
  return (
    <>
      <BookingRows bookings={bookings} detail={detail} actions={actions} />
      {shown && opened?.dialog === 'details' && (
        <BookingDialog
          booking={shown}
          onClose={close}
          onCancel={() => setOpened({ id: shown.id, dialog: 'cancel' })}
        />
      )}
      {shown && opened?.dialog === 'review' && (
        <PlayerReviewDialog booking={shown} onClose={close} />
      )}
      {shown && opened?.dialog === 'cancel' && <CancelDialog booking={shown} onClose={close} />}
    </>
  );
}
