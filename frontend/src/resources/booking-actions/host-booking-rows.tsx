import type { HostBooking } from '@courtly/contracts/bookings';
import { useState } from 'react';
import { formatMoney } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { Button } from '../../ui/button';
import { useOpenConversation } from '../message/conversation-link';
import { MessageButton } from '../message/message-button';
import { PlayerReviewDialog } from '../review/player-review-dialog';
import { fullName } from '../session/person-labels';
import { bookingName } from '../booking/booking-labels';
import { useUpdateBookingStatus } from '../booking/booking-mutations';
import { BookingRows } from '../booking/booking-rows';
import { BookingDialog } from '../booking/booking-dialog';
import { CancelDialog } from '../booking/cancel-dialog';
import { PlayerRecord } from '../booking/player-record';
import { timeLeftLabel } from '../booking/time-left-label';

type OpenDialog = { booking: HostBooking; dialog: 'details' | 'cancel' | 'review' } | null;

/** A host's bookings with their actions and dialogs. The page must also render OpenConversation. */
export function HostBookingRows({ bookings }: { bookings: readonly HostBooking[] }) {
  const currentTime = useNow();
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const [, openConversation] = useOpenConversation();
  const updateStatus = useUpdateBookingStatus();
  // A booking that leaves the list must not take its dialog along.
  const openBooking =
    bookings.find(({ id }) => id === openDialog?.booking.id) ?? openDialog?.booking;
  const closeDialog = () => setOpenDialog(null);

  const renderDetail = ({ user, status, answerBy, payoutAmount, totalAmount }: HostBooking) => (
    <>
      {fullName(user)}
      {(status === 'pending' || status === 'confirmed') && (
        <span className="figures block">
          You receive <strong className="text-ink">{formatMoney(payoutAmount)}</strong>, the player
          pays {formatMoney(totalAmount)}
        </span>
      )}
      {status === 'pending' && (
        <>
          <span className="block">
            <PlayerRecord record={user.record} />
          </span>
          {answerBy && (
            <span className="block font-semibold text-pending">
              {timeLeftLabel(answerBy, currentTime)} to respond
            </span>
          )}
        </>
      )}
    </>
  );
  const renderActions = (booking: HostBooking) => (
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
            onClick={() => setOpenDialog({ booking, dialog: 'cancel' })}
          >
            Decline
          </Button>
        </>
      )}
      {booking.needsReview && (
        <Button
          variant="outline"
          aria-label={`Review Player: ${bookingName(booking)}`}
          onClick={() => setOpenDialog({ booking, dialog: 'review' })}
        >
          Review Player
        </Button>
      )}
      <MessageButton booking={booking} onOpen={openConversation} />
      <Button
        variant="quiet"
        aria-label={`Details: ${bookingName(booking)}`}
        onClick={() => setOpenDialog({ booking, dialog: 'details' })}
      >
        Details
      </Button>
    </>
  );
  return (
    <>
      <BookingRows bookings={bookings} detail={renderDetail} actions={renderActions} />
      {openBooking && openDialog?.dialog === 'details' && (
        <BookingDialog
          booking={openBooking}
          onClose={closeDialog}
          onCancel={() => setOpenDialog({ booking: openBooking, dialog: 'cancel' })}
        />
      )}
      {openBooking && openDialog?.dialog === 'review' && (
        <PlayerReviewDialog booking={openBooking} onClose={closeDialog} />
      )}
      {openBooking && openDialog?.dialog === 'cancel' && (
        <CancelDialog booking={openBooking} onClose={closeDialog} />
      )}
    </>
  );
}
