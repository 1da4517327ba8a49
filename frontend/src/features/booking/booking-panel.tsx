import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { dayIn } from '../../lib/format';
import { rememberReturnPath, useSession } from '../../resources/session/session';
import { waiverQuery } from '../../resources/waiver/waiver-query';
import { ChallengeNote } from '../../resources/player/challenge-note';
import { AccessGate } from '../../resources/membership/access-gate';
import { Button } from '../../ui/button';
import { DatePicker } from '../../ui/date-picker';
import { Rate } from '../../ui/price';
import { toastError } from '../../ui/toast';
import { useRequestBooking } from './use-request-booking';
import { type Contact, ContactFields, contactNotes, contactOf, isComplete } from './contact-fields';
import { KeptSlot } from './kept-slot';
import { PriceBreakdown } from './price-breakdown';
import { BookingError } from './booking-error';
import { AvailableSlots } from './available-slots';
import { useBookingSelection } from './use-booking-selection';
import { availabilityQuery } from '../../resources/court/availability-query';
import { WaiverDialog } from '../../resources/waiver/lazy-waiver-dialog';

const AFTER_WAIVER_MS = 500;

export function BookingPanel({ court }: { court: CourtDetail }) {
  const { state, user } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { today, last, date, start, choose } = useBookingSelection(court);
  const availability = useQuery(availabilityQuery(court.id, date));
  const [edits, setEdits] = useState<Partial<Contact>>({});
  const [isWaiverOpen, setWaiverOpen] = useState(false);
  const [cameWith] = useState(start);
  // Loads the status before the click, in case the network fails later.
  useQuery({ ...waiverQuery, enabled: user !== null });
  const signIn = () => {
    toastError('Please login to book', 'You need to be logged in to book a court');
    rememberReturnPath(location.pathname + location.search);
    return navigate(paths.login);
  };
  const book = useRequestBooking({
    onWaiverNeeded: () => setWaiverOpen(true),
    onSignInNeeded: () => void signIn(),
  });
  const isSending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const contact = { ...contactOf(user), ...edits };
  const slot = availability.data?.find((one) => one.start === start && one.opensForYouAt === null);

  const submit = () => {
    if (!slot) return toastError('Please select a time slot');
    if (!isComplete(contact)) return toastError('Please fill in all contact information');
    // The second click of a double click arrives before the button renders as busy.
    if (isSending.current) return;
    isSending.current = true;
    const selection = {
      courtId: court.id,
      startTime: slot.start,
      endTime: slot.end,
      totalAmount: court.quote.totalAmount,
      serviceFee: court.quote.serviceFee,
      notes: contactNotes(contact),
    };
    book.mutate(selection, { onSettled: () => (isSending.current = false) });
  };
  const press = async () => {
    if (!user) return signIn();
    const status = await client.ensureQueryData(waiverQuery).catch(() => undefined);
    // Without a known status, the server decides.
    if (status && !status.hasAcceptedWaiver) return setWaiverOpen(true);
    submit();
  };
  const chooseInstead = ({ start: at, zone }: Slot) => {
    book.reset();
    choose(dayIn(at, zone), at);
  };

  const slots = (
    <AvailableSlots
      court={court}
      date={date}
      last={last}
      value={slot?.start ?? null}
      onChange={choose}
    />
  );
  return (
    <section
      aria-labelledby="book"
      className="grid gap-6 rounded-md border border-rule bg-raised p-5 sm:p-6"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="book" tabIndex={-1} className="font-display text-2xl outline-none">
          Reserve an hour
        </h2>
        <Rate amount={court.hourlyRate} className="text-quiet" />
      </div>
      <ChallengeNote todo={slot ? 'book this hour' : 'choose an hour'} />
      {slot && slot.start === cameWith && <KeptSlot start={slot.start} zone={court.zone} />}
      <DatePicker label="Date" value={date} today={today} last={last} onChange={choose} />
      {court.access.kind === 'elite' ? <AccessGate tier="elite">{slots}</AccessGate> : slots}
      <PriceBreakdown quote={court.quote} start={slot?.start ?? null} zone={court.zone} />
      {user && (
        <ContactFields
          contact={contact}
          onChange={(changes) => setEdits((before) => ({ ...before, ...changes }))}
        />
      )}
      <BookingError error={book.error} onInstead={chooseInstead} />
      {court.access.how && <p className="border-y border-brass-line py-4">{court.access.how}</p>}
      <Button
        size="lg"
        busy={book.isPending || state === 'loading'}
        disabled={user !== null && !court.access.mayBook}
        onClick={() => void press()}
      >
        {book.isPending ? 'Booking...' : 'Book Now'}
      </Button>
      <WaiverDialog
        open={isWaiverOpen}
        onClose={() => setWaiverOpen(false)}
        onAccepted={() => {
          setWaiverOpen(false);
          timer.current = setTimeout(submit, AFTER_WAIVER_MS);
        }}
      />
    </section>
  );
}
