import type { HostBooking } from '@courtly/contracts/bookings';
import type { Court } from '@courtly/contracts/courts';
import { useState } from 'react';
import { type Day, dayLabel } from '../../lib/days';
import { formatTime, formatShortDate } from '../../lib/format';
import { CloseAnywayDialog } from '../../resources/booking/close-anyway-dialog';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { bookingsInTheWay, useCloseDays } from './close-days';

type Props = {
  court: Court;
  from: Day;
  to: Day;
  bookings: readonly HostBooking[];
  onDone: () => void;
};

/** Asks for confirmation if bookings conflict with the closure. */
export function CloseDaysBar({ court, from, to, bookings, onDone }: Props) {
  const [reason, setReason] = useState('');
  const close = useCloseDays();
  const inTheWay = bookingsInTheWay(close.error);
  const days = from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`;
  const closeDays = (cancelBookings: boolean) =>
    close.mutate(
      { courtId: court.id, from, to, reason: reason.trim(), cancelBookings },
      { onSuccess: onDone },
    );
  return (
    <form
      aria-label="Close days"
      onSubmit={(event) => {
        event.preventDefault();
        closeDays(false);
      }}
      className="sticky bottom-20 z-30 mt-8 flex flex-wrap items-end gap-4 rounded-md border border-brass-line bg-raised p-4 shadow-lift lg:bottom-4"
    >
      <p className="min-w-0 grow basis-60">
        <span dir="auto" className="block font-display text-xl break-words">
          {court.name}
        </span>
        <span className="text-quiet">{days}</span>
      </p>
      <Field label="Reason" optional className="grow basis-60">
        {(controlProps) => (
          <Input
            {...controlProps}
            maxLength={120}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <div className="flex gap-3">
        <Button variant="quiet" onClick={onDone}>
          Clear
        </Button>
        <Button type="submit" busy={close.isPending}>
          {from === to ? 'Close Day' : 'Close Days'}
        </Button>
      </div>
      {inTheWay.length > 0 && (
        <CloseAnywayDialog
          bookings={bookings.filter(({ id }) => inTheWay.includes(id))}
          count={inTheWay.length}
          timesOf={({ startTime, endTime }) =>
            `${formatShortDate(startTime, court.zone)}, ${formatTime(startTime, court.zone)} – ${formatTime(endTime, court.zone)}`
          }
          day={days}
          onClose={() => close.reset()}
          onConfirm={() => {
            close.reset();
            closeDays(true);
          }}
        />
      )}
    </form>
  );
}
