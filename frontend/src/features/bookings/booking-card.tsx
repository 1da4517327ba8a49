import type { BookedBy } from '@courtly/contracts/bookings';
import { cx } from 'class-variance-authority';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { formatShortDate, formatTime, zoneAbbreviation } from '../../lib/format';
import { useUpdateBookingStatus } from '../../resources/booking/booking-mutations';
import { declineReasonLabels } from '../../resources/booking/reason-labels';
import { isHostBooking, type AnyBooking } from '../../resources/booking/booking-queries';
import { isCharged, isFinished } from '../../resources/booking/charge-state';
import { ArrivalNote } from '../../resources/booking/arrival-note';
import { DirectionsLink } from '../../resources/court/directions-link';
import { BookingNote } from '../../resources/booking/booking-note';
import { WaiverLine } from '../../resources/booking/waiver-line';
import { BookingBadge } from '../../resources/booking/booking-badge';
import { BlockButton } from '../../resources/block/block-button';
import { MessageButton } from '../../resources/message/message-button';
import { PayoutLine } from '../../resources/hosting/payout-line';
import { fullName } from '../../resources/session/person-labels';
import { Avatar } from '../../ui/avatar';
import { Button, LinkButton } from '../../ui/button';
import { sportLabels } from '../../lib/sports';
import { placeLabel } from '../../resources/court/court-labels';
import { CourtImage } from '../../resources/court/court-image';
import { Price } from '../../ui/price';
import { CourtTime } from '../../ui/time';
import { AddToCalendar } from '../../resources/booking/add-to-calendar';
import { belongsInCalendar } from '../../resources/booking/calendar';
import { BookAgainLink } from '../../resources/booking/book-again-link';
import { startsInLabel, timeLeftLabel } from '../../resources/booking/time-left-label';
import { paymentNote } from '../../resources/payment/payment-note';
import { bookingName, cancellationLabel } from '../../resources/booking/booking-labels';
import { Heading } from '../../ui/heading';
import type { CardPlace } from './upcoming-list';

type BookingCardProps = {
  booking: AnyBooking;
  now: string;
  place: CardPlace;
  lastPlayed: string | undefined;
  onCancel: () => void;
  onReview: () => void;
  onLogResult: () => void;
  onGuests: () => void;
  onProblems: () => void;
  onHistory: () => void;
  onMessages: (bookingId: string) => void;
};

function PlayerLine({ user }: { user: BookedBy }) {
  const playerName = fullName(user);
  return (
    <p className="flex items-center gap-3">
      <Avatar name={playerName} />
      <span>{playerName}</span>
    </p>
  );
}

/** The payment status of a booking, and the time that is left to pay. */
function PaymentLine({ booking, now }: { booking: AnyBooking; now: string }) {
  const paymentText = paymentNote(booking, now);
  if (!paymentText) return null;
  return (
    <p className="text-small text-quiet">
      {paymentText}
      {booking.payBy && ` ${timeLeftLabel(booking.payBy, now)}.`}
    </p>
  );
}

/** After the hour, a booking without guests needs no count. */
const showsWaivers = ({ status, waivers }: AnyBooking): boolean =>
  status === 'confirmed' || (waivers?.people ?? 1) > 1;

export function BookingCard({
  booking,
  now,
  place,
  lastPlayed,
  onCancel,
  onReview,
  onLogResult,
  onGuests,
  onProblems,
  onHistory,
  onMessages,
}: BookingCardProps) {
  const { court, status, cancelReason } = booking;
  const isHosted = isHostBooking(booking);
  const isNextGame = place === 'next';
  const isAhead = status === 'confirmed' && booking.endTime > now;
  const bookingLabel = bookingName(booking);
  const respondToBooking = useUpdateBookingStatus();
  return (
    <article
      aria-label={court.name}
      className={cx(
        'grid gap-5',
        isNextGame
          ? 'rounded-md border border-brass-line bg-raised p-5 sm:grid-cols-2 sm:gap-8 sm:p-6'
          : 'border-b border-rule py-7 first-of-type:pt-0 sm:grid-cols-[13rem_1fr] sm:gap-8',
        place === 'inDay' && 'last:border-b-0',
      )}
    >
      <CourtImage {...court} className="aspect-16/9 self-start sm:aspect-4/3" />
      <div className="flex min-w-0 flex-col gap-4">
        {isNextGame && (
          <div>
            <p className="eyebrow">Your next game</p>
            <p className="mt-2 font-display text-3xl leading-tight">
              {startsInLabel(booking.startTime, now)}
            </p>
          </div>
        )}
        <div>
          <div className="flex items-center justify-between gap-6">
            <BookingBadge status={status} />
            {/* What was charged or refunded after a cancellation is in the payment note. */}
            {status !== 'cancelled' && (
              <Price amount={booking.totalAmount} className="font-display text-xl leading-none" />
            )}
          </div>
          <Heading
            level={place === 'inDay' ? 3 : 2}
            size={2}
            dir="auto"
            className="mt-2 wrap-anywhere"
          >
            <Link to={paths.court(court.id)} className="underline-offset-4 hover:underline">
              {court.name}
            </Link>
          </Heading>
          <p className="text-quiet">
            {placeLabel(court)} · <span className="capitalize">{court.surfaceType}</span> ·{' '}
            {sportLabels[booking.sport]}
          </p>
        </div>
        <CourtTime hour={booking} />
        {!isNextGame && isAhead && (
          <p className="text-small font-semibold">{startsInLabel(booking.startTime, now)}</p>
        )}
        {!isHosted && status === 'pending' && booking.answerBy && !booking.payBy && (
          <p className="text-small text-quiet">
            The host has until {formatShortDate(booking.answerBy, booking)},{' '}
            {formatTime(booking.answerBy, booking)} {zoneAbbreviation(booking.answerBy, booking)} to
            respond. {timeLeftLabel(booking.answerBy, now)}.
          </p>
        )}
        {!isHosted && isAhead && (
          <p>
            <DirectionsLink court={court} />
          </p>
        )}
        {!isHosted && <ArrivalNote arrival={booking.arrival} />}
        {isHosted && <PlayerLine user={booking.user} />}
        <BookingNote booking={booking} />
        <WaiverLine waivers={showsWaivers(booking) ? booking.waivers : null} isHosted={isHosted}>
          <Button
            size="sm"
            variant="outline"
            aria-label={`Guests of ${bookingLabel}`}
            onClick={onGuests}
          >
            Guests
          </Button>
        </WaiverLine>
        {booking.resultBy && (
          <p className="text-small text-quiet">
            You can log the result until {formatShortDate(booking.resultBy, booking)}.
          </p>
        )}
        {lastPlayed && <p className="text-small text-quiet">{lastPlayed}</p>}
        {cancelReason && (
          <div className="text-small text-quiet">
            <p>{cancellationLabel(cancelReason, isHosted ? 'host' : 'player')}</p>
            {booking.declineReason && <p>{declineReasonLabels[booking.declineReason]}</p>}
            {booking.cancelNote && (
              <p dir="auto" className="break-words">
                “{booking.cancelNote}”
              </p>
            )}
            {booking.hidesContacts && (
              <p>Contact details are hidden because the booking was never confirmed.</p>
            )}
          </div>
        )}
        {isHosted && status === 'completed' && booking.paymentStatus === 'not_required' && (
          <p className="text-small text-quiet">
            Payout: <Price amount={booking.payoutAmount} />
          </p>
        )}
        {!isHosted && <PaymentLine booking={booking} now={now} />}
        {isHosted && isFinished(status) && isCharged(booking) && (
          <PayoutLine bookingId={booking.id} />
        )}
        <div className="flex flex-wrap gap-2 sm:gap-3 [&>button]:px-4">
          {!isHosted && booking.payBy && (
            <LinkButton to={paths.checkout(booking.id)} aria-label={`Pay for ${bookingLabel}`}>
              Pay Now
            </LinkButton>
          )}
          {isHosted && status === 'pending' && (
            <>
              <Button
                aria-label={`Approve ${bookingLabel}`}
                onClick={() =>
                  respondToBooking.mutate({ bookingId: booking.id, status: 'confirmed' })
                }
              >
                Approve
              </Button>
              <Button variant="outline" aria-label={`Decline ${bookingLabel}`} onClick={onCancel}>
                Decline
              </Button>
            </>
          )}
          {booking.needsReview && (
            <Button
              aria-label={`${isHosted ? 'Review Player' : 'Review the Court'}: ${bookingLabel}`}
              onClick={onReview}
            >
              {isHosted ? 'Review Player' : 'Review the Court'}
            </Button>
          )}
          {booking.needsResult && (
            <Button
              variant={booking.needsReview ? 'outline' : 'primary'}
              aria-label={`Log the Result: ${bookingLabel}`}
              onClick={onLogResult}
            >
              Log the Result
            </Button>
          )}
          {!isHosted && isFinished(status) && <BookAgainLink booking={booking} now={now} />}
          {belongsInCalendar(booking, now) && <AddToCalendar booking={booking} />}
          {booking.canCancel && !(isHosted && status === 'pending') && (
            <Button variant="outline" aria-label={`Cancel ${bookingLabel}`} onClick={onCancel}>
              Cancel
            </Button>
          )}
          {!isHosted && isCharged(booking) && (
            <LinkButton
              variant="quiet"
              to={paths.receipt(booking.id)}
              aria-label={`Receipt for ${bookingLabel}`}
            >
              Receipt
            </LinkButton>
          )}
          {booking.paymentStatus !== 'unpaid' && (
            <MessageButton booking={booking} onOpen={onMessages} />
          )}
          {(status === 'confirmed' || isFinished(status)) && (
            <Button
              variant="quiet"
              aria-label={`Problems with ${bookingLabel}`}
              onClick={onProblems}
            >
              Problems
            </Button>
          )}
          <BlockButton
            target={{ bookingId: booking.id }}
            name={isHosted ? fullName(booking.user) : 'the host'}
            about={bookingLabel}
          />
          <Button
            variant="quiet"
            aria-label={`History of ${bookingLabel}`}
            onClick={onHistory}
            className="only:-ml-4"
          >
            History
          </Button>
        </div>
      </div>
    </article>
  );
}
