import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Sport } from '@courtly/contracts/sport';
import { BOOKING_NOTE_LENGTH } from '@courtly/contracts/note-lengths';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { isFinalError } from '../../lib/api';
import { dayLabel } from '../../lib/days';
import { dayInZone } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { useOptionalData } from '../../lib/use-optional-data';
import { rememberReturnPath } from '../../resources/session/return-path';
import { useSession } from '../../resources/session/session';
import { UnknownSession } from '../../resources/session/unknown-session';
import { VerifyEmailNote } from '../../resources/session/verify-email-note';
import { waiverQuery } from '../../resources/waiver/waiver-query';
import { ChallengeNote } from '../../resources/player/challenge-note';
import { AccessGate } from '../../resources/membership/access-gate';
import { BookingSteps } from '../../resources/booking/booking-steps';
import { CONTACTS_HINT, NoteField } from '../../resources/booking/note-field';
import { sportOptions } from '../../lib/sports';
import { Button } from '../../ui/button';
import { Rate } from '../../ui/price';
import { RadioGroup } from '../../ui/radio-group';
import { toastError } from '../../ui/toast';
import { useRequestBooking } from './use-request-booking';
import { ContactFields, hasContact } from './contact-fields';
import { PreselectedSlot } from './preselected-slot';
import { PriceBreakdown } from './price-breakdown';
import { BookingAgreement } from './booking-agreement';
import { useBookingPapers } from './use-booking-papers';
import { BookingError } from './booking-error';
import { AvailableSlots } from './available-slots';
import { CourtCalendar } from './court-calendar';
import { useBookingSelection } from './use-booking-selection';
import { availabilityQuery } from '../../resources/court/availability-query';
import { WaiverDialog } from '../../resources/waiver/waiver-dialog';
import { Heading } from '../../ui/heading';

const AFTER_WAIVER_MS = 500;

export function BookingPanel({ court }: { court: CourtDetail }) {
  const { state, user } = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { today, last, date, start, search, choose } = useBookingSelection(court);
  const availability = useQuery(availabilityQuery(court.id, date));
  const [note, setNote] = useState('');
  const [sport, setSport] = useState<Sport | null>(null);
  const [showsMissingSport, setShowsMissingSport] = useState(false);
  const sportRef = useRef<HTMLInputElement>(null);
  const asksForSport = court.sports.length > 1;
  const [isWaiverOpen, setWaiverOpen] = useState(false);
  const [initialStart] = useState(start);
  const now = useNow();
  // Loads the status early, in case the network fails later. The click tries again.
  useOptionalData({ ...waiverQuery, enabled: user !== null });
  const redirectToSignIn = () => {
    toastError('Please log in to book', 'You need to be logged in to book a court');
    rememberReturnPath(`${paths.court(court.id)}?${search}`);
    return navigate(paths.login);
  };
  const requestBooking = useRequestBooking({
    onWaiverNeeded: () => setWaiverOpen(true),
    onSignInNeeded: () => void redirectToSignIn(),
  });
  const bookingPapers = useBookingPapers();
  const isSending = useRef(false);
  const waiverTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiverTimer.current), []);

  const selectedSlot = availability.data?.find(
    (candidate) => candidate.start === start && candidate.opensForYouAt === null,
  );

  const submitBooking = () => {
    if (!selectedSlot) return toastError('Please select a time slot');
    if (!user || !hasContact(user)) return toastError('Please fill in all contact information');
    if (asksForSport && !sport) {
      setShowsMissingSport(true);
      sportRef.current?.focus();
      return;
    }
    // The second click of a double click arrives before the button renders as busy.
    if (isSending.current) return;
    isSending.current = true;
    // A retry with the same key must equal the request whose response was lost.
    const papers =
      requestBooking.error && !isFinalError(requestBooking.error)
        ? requestBooking.variables?.papers
        : bookingPapers.shown;
    const selection = {
      courtId: court.id,
      startTime: selectedSlot.start,
      endTime: selectedSlot.end,
      totalAmount: court.quote.totalAmount,
      serviceFee: court.quote.serviceFee,
      ...(asksForSport && sport && { sport }),
      ...(note.trim() && { notes: note.trim() }),
      ...(papers && { papers }),
    };
    requestBooking.mutate(selection, { onSettled: () => (isSending.current = false) });
  };
  const handleBookPress = async () => {
    if (!user) return redirectToSignIn();
    const waiverStatus = await queryClient.ensureQueryData(waiverQuery).catch(() => undefined);
    // If the status is unknown, the server decides.
    if (waiverStatus && !waiverStatus.hasAcceptedWaiver) return setWaiverOpen(true);
    submitBooking();
  };
  const selectNearestSlot = ({ start: startTime }: Slot) => {
    requestBooking.reset();
    choose(dayInZone(startTime, court), startTime);
  };

  const slotPicker = (
    <AvailableSlots
      court={court}
      date={date}
      lastDay={last}
      value={selectedSlot?.start ?? null}
      onChange={choose}
    />
  );
  return (
    <section
      aria-labelledby="book"
      className="grid gap-6 rounded-md border border-rule bg-raised p-5 sm:p-6"
    >
      <BookingSteps current="When" />
      <div className="flex items-baseline justify-between gap-4">
        <Heading level={2} id="book" tabIndex={-1} className="outline-none">
          Reserve an hour
        </Heading>
        <span className="text-right">
          <Rate amount={court.quote.totalAmount} className="font-semibold whitespace-nowrap" />
          <span className="block text-small whitespace-nowrap text-quiet">fees included</span>
        </span>
      </div>
      <ChallengeNote todo={selectedSlot ? 'book this hour' : 'choose an hour'} />
      {selectedSlot && selectedSlot.start === initialStart && (
        <PreselectedSlot start={selectedSlot.start} court={court} />
      )}
      <div role="group" aria-labelledby="date">
        <p id="date" className="mb-1.5 text-small font-semibold">
          Date
        </p>
        <p className="text-quiet">{dayLabel(date)}</p>
        <CourtCalendar
          courtId={court.id}
          value={date}
          today={today}
          last={last}
          onChange={choose}
        />
      </div>
      {court.access.kind === 'elite' ? (
        <AccessGate tier="elite">{slotPicker}</AccessGate>
      ) : (
        slotPicker
      )}
      {asksForSport && (
        <RadioGroup
          ref={sportRef}
          legend="What will you play?"
          required
          choices={sportOptions.filter(({ value }) => court.sports.includes(value))}
          value={sport}
          onChange={setSport}
          error={showsMissingSport && !sport ? 'Choose a sport' : undefined}
        />
      )}
      <PriceBreakdown
        quote={court.quote}
        start={selectedSlot?.start ?? null}
        court={court}
        now={now}
      />
      {user && (
        <>
          <ContactFields user={user} />
          <NoteField
            label="Note to the host"
            hint={`Tell the host who is coming, or ask a question. ${CONTACTS_HINT}`}
            mostCharacters={BOOKING_NOTE_LENGTH}
            value={note}
            onChange={setNote}
          />
        </>
      )}
      <BookingError error={requestBooking.error} court={court} onSelectSlot={selectNearestSlot} />
      {court.access.how && <p className="border-y border-brass-line py-4">{court.access.how}</p>}
      {court.access.kind === 'invite' && !court.access.mayBook && (
        <VerifyEmailNote>
          If the host invited you by email, verify your email first.
        </VerifyEmailNote>
      )}
      <BookingAgreement papers={bookingPapers} />
      {state === 'unknown' && <UnknownSession />}
      <Button
        size="lg"
        busy={requestBooking.isPending || state === 'unknown'}
        disabled={user !== null && !court.access.mayBook}
        onClick={() => void handleBookPress()}
      >
        {requestBooking.isPending ? 'Booking...' : 'Book Now'}
      </Button>
      <WaiverDialog
        open={isWaiverOpen}
        steps={<BookingSteps current="Waiver" className="mb-5" />}
        onClose={() => setWaiverOpen(false)}
        onAccepted={() => {
          setWaiverOpen(false);
          waiverTimer.current = setTimeout(submitBooking, AFTER_WAIVER_MS);
        }}
      />
    </section>
  );
}
