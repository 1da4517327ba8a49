import type { HostBooking } from '@courtly/contracts/bookings';
import type { ZonedCourt } from '@courtly/contracts/courts';
import { type ComponentProps, useState } from 'react';
import { type Day, dayLabel } from '../../lib/days';
import { formatTime, formatShortDate } from '../../lib/format';
import { CloseAnywayDialog } from '../../resources/booking/close-anyway-dialog';
import { hourLabel } from '../../lib/hours';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { conflictingBookingIds, useCloseCourt } from './close-days';

type DayRange = { from: Day; to: Day };
type HourRange = { day: Day; firstHour: number; lastHour: number };
type ClosedRange = DayRange | HourRange;

const rangeLabelOf = (range: ClosedRange): string => {
  if ('day' in range)
    return `${dayLabel(range.day)}, ${hourLabel(range.firstHour)} – ${hourLabel(range.lastHour + 1)}`;
  const { from, to } = range;
  return from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`;
};

const buttonLabelOf = (range: ClosedRange): string => {
  if ('day' in range) return range.firstHour === range.lastHour ? 'Close Hour' : 'Close Hours';
  return range.from === range.to ? 'Close Day' : 'Close Days';
};

type CloseDaysBarProps = {
  court: ZonedCourt;
  range: ClosedRange;
  bookings: readonly HostBooking[];
  query: ComponentProps<typeof CloseAnywayDialog>['query'];
  onDone: () => void;
};

/** Asks for confirmation if bookings conflict with the closure. */
export function CloseDaysBar({ court, range, bookings, query, onDone }: CloseDaysBarProps) {
  const [reason, setReason] = useState('');
  const closeDaysMutation = useCloseCourt();
  const conflictingIds = conflictingBookingIds(closeDaysMutation.error);
  const rangeLabel = rangeLabelOf(range);
  const closeDays = (cancelBookings: boolean) =>
    closeDaysMutation.mutate(
      { courtId: court.id, ...range, reason: reason.trim(), cancelBookings },
      { onSuccess: onDone },
    );
  return (
    <form
      aria-label={'day' in range ? 'Close hours' : 'Close days'}
      onSubmit={(event) => {
        event.preventDefault();
        closeDays(false);
      }}
      data-page-bar
      className="sticky bottom-4 z-30 mt-8 flex flex-wrap items-end gap-4 rounded-md border border-brass-line bg-raised p-4 shadow-lift short:static"
    >
      <p className="min-w-0 grow basis-60">
        <span dir="auto" className="block font-display text-xl break-words">
          {court.name}
        </span>
        <span className="text-quiet">{rangeLabel}</span>
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
        <Button type="submit" busy={closeDaysMutation.isPending}>
          {buttonLabelOf(range)}
        </Button>
      </div>
      {conflictingIds.length > 0 && (
        <CloseAnywayDialog
          bookings={bookings.filter(({ id }) => conflictingIds.includes(id))}
          count={conflictingIds.length}
          query={query}
          timesOf={({ startTime, endTime }) =>
            `${formatShortDate(startTime, court)}, ${formatTime(startTime, court)} – ${formatTime(endTime, court)}`
          }
          day={rangeLabel}
          onClose={() => closeDaysMutation.reset()}
          onConfirm={() => {
            closeDaysMutation.reset();
            closeDays(true);
          }}
        />
      )}
    </form>
  );
}
