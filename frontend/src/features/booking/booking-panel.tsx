import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { dayIn } from '../../lib/format';
import { rememberReturn, useSession } from '../../lib/session';
import { waiverQuery } from '../../lib/waiver';
import { Button } from '../../ui/button';
import { DatePicker } from '../../ui/date-picker';
import { Rate } from '../../ui/price';
import { toastError } from '../../ui/toast';
import { availabilityQuery, useBook } from './api';
import { type Contact, ContactFields, contactNotes, contactOf, isComplete } from './contact-fields';
import { PriceBreakdown } from './price-breakdown';
import { Refusal } from './refusal';
import { Times } from './times';
import { useWish } from './use-wish';

const AFTER_WAIVER_MS = 500;

type Gate = { open: boolean; onClose: () => void; onAccepted: () => void };
type Props = { court: CourtDetail; Waiver: ComponentType<Gate> };

/** Choose a day and an hour, say who you are, book: past the gates of login and waiver. */
export function BookingPanel({ court, Waiver }: Props) {
  const { state, user } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { today, last, date, start, choose } = useWish(court);
  const availability = useQuery(availabilityQuery(court.id, date));
  const [edits, setEdits] = useState<Partial<Contact>>({});
  const [gate, setGate] = useState(false);
  // Known before the button is pressed, also where the network goes away until then.
  useQuery({ ...waiverQuery, enabled: user !== null });
  const signIn = () => {
    toastError('Please login to book', 'You need to be logged in to book a court');
    rememberReturn(location.pathname + location.search);
    return navigate(paths.login);
  };
  const book = useBook({ onWaiverNeeded: () => setGate(true), onSignInNeeded: () => void signIn() });
  const underway = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const contact = { ...contactOf(user), ...edits };
  const slot = availability.data?.find((one) => one.start === start && one.opensForYouAt === null);

  const submit = () => {
    if (!slot) return toastError('Please select a time slot');
    if (!isComplete(contact)) return toastError('Please fill in all contact information');
    // The second press of a double click comes before the button shows that it is busy.
    if (underway.current) return;
    underway.current = true;
    const wish = {
      courtId: court.id,
      startTime: slot.start,
      endTime: slot.end,
      totalAmount: court.quote.totalAmount,
      serviceFee: court.quote.serviceFee,
      notes: contactNotes(contact),
    };
    book.mutate(wish, { onSettled: () => (underway.current = false) });
  };
  const press = async () => {
    if (!user) return signIn();
    const status = await client.ensureQueryData(waiverQuery).catch(() => undefined);
    // Where the status is not known, the server decides.
    if (status && !status.hasAcceptedWaiver) return setGate(true);
    submit();
  };
  const instead = ({ start: at, zone }: Slot) => {
    book.reset();
    choose(dayIn(at, zone), at);
  };

  return (
    <section aria-labelledby="book" className="grid gap-6 rounded-md border border-rule bg-raised p-5 sm:p-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="book" className="font-display text-2xl">
          Reserve an hour
        </h2>
        <Rate amount={court.hourlyRate} className="text-quiet" />
      </div>
      <DatePicker label="Date" value={date} today={today} last={last} onChange={choose} />
      <Times court={court} date={date} last={last} value={slot?.start ?? null} onChange={choose} />
      <PriceBreakdown quote={court.quote} start={slot?.start ?? null} zone={court.zone} />
      <ContactFields contact={contact} onChange={(changes) => setEdits((before) => ({ ...before, ...changes }))} />
      <Refusal error={book.error} onInstead={instead} />
      {court.access.how && <p className="border-y border-brass-line py-4">{court.access.how}</p>}
      <Button
        size="lg"
        busy={book.isPending || state === 'loading'}
        disabled={user !== null && !court.access.mayBook}
        onClick={() => void press()}
      >
        {book.isPending ? 'Booking...' : 'Book Now'}
      </Button>
      <Waiver
        open={gate}
        onClose={() => setGate(false)}
        onAccepted={() => {
          setGate(false);
          timer.current = setTimeout(submit, AFTER_WAIVER_MS);
        }}
      />
    </section>
  );
}
