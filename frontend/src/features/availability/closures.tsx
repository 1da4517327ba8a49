import type { ZonedCourt } from '@courtly/contracts/courts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { hostBookingsQuery } from '../../resources/booking/booking-queries';
import { type Day, addDays, dayLabel } from '../../lib/days';
import { useNow } from '../../lib/use-now';
import { weekdayOf, weekdayLabel } from '../../lib/weekdays';
import { DatePicker } from '../../ui/date-picker';
import { QueryPanel } from '../../ui/query-panel';
import { toast } from '../../ui/toast';
import {
  blockingBookingIds,
  closuresQuery,
  courtHoursQuery,
  useCloseHours,
  useReopenHours,
} from './api';
import { clockFormatter } from './clock-labels';
import { CloseAnywayDialog } from '../../resources/booking/close-anyway-dialog';
import { CloseForm } from './close-form';
import { type Closure, closableHours, planDay } from './day-plan';
import { DayPlanList } from './day-plan-list';
import { Heading } from '../../ui/heading';

const MAX_DAYS_AHEAD = 365;

type ClosuresProps = { court: ZonedCourt; day: Day; today: Day; onDay: (day: Day) => void };

export function Closures({ court, day, today, onDay }: ClosuresProps) {
  const courtHours = useQuery(courtHoursQuery(court.id, day));
  const closures = useQuery(closuresQuery(court.id, day));
  const closeMutation = useCloseHours();
  const reopenMutation = useReopenHours();
  const now = useNow();
  const [reason, setReason] = useState('');
  const dayListRef = useRef<HTMLUListElement>(null);
  const [conflict, setConflict] = useState<{
    closure: Closure;
    bookingIds: readonly string[];
  } | null>(null);

  const dayHours = courtHours.data ?? [];
  const formatClock = clockFormatter(court, dayHours);
  const [dayStart = '', dayEnd = ''] = [dayHours[0]?.start, dayHours.at(-1)?.end];
  const dayFilter = { courtId: court.id, from: dayStart, until: dayEnd };
  const bookings = useInfiniteQuery({
    ...hostBookingsQuery({ when: 'upcoming', ...dayFilter, limit: 100 }),
    enabled: courtHours.isSuccess,
  });
  const offeredHours = dayHours.filter(({ isOffered }) => isOffered);
  const closureLabel = ({ startTime, endTime }: Closure) =>
    `${dayLabel(day)}, ${formatClock(startTime)} – ${formatClock(endTime)}`;

  const courtDay = { courtId: court.id, date: day };
  const closeHours = (closure: Closure, cancelBookings: boolean) =>
    closeMutation.mutate(
      { ...courtDay, ...closure, cancelBookings },
      {
        onSuccess: () => {
          setReason('');
          // Otherwise, a closing dialog would scroll the page back to its old position.
          if (cancelBookings) dayListRef.current?.focus();
          toast(
            'Hours closed',
            closureLabel(closure),
            // Canceled bookings cannot be restored, so there is no undo.
            cancelBookings
              ? {}
              : { action: { label: 'Undo', onClick: () => reopenHours(closure) } },
          );
        },
        onError: (error) => {
          const bookingIds = blockingBookingIds(error);
          if (!bookingIds) return;
          onDay(day);
          setConflict({ closure, bookingIds });
        },
      },
    );
  const reopenHours = (closure: Closure) =>
    reopenMutation.mutate(
      { ...courtDay, ...closure },
      {
        onSuccess: () => {
          // The pressed button is gone, so this moves the focus.
          dayListRef.current?.focus();
          toast('Hours reopened', closureLabel(closure), {
            action: { label: 'Undo', onClick: () => closeHours(closure, false) },
          });
        },
      },
    );

  return (
    <section aria-labelledby="closures">
      <Heading level={2} id="closures" tabIndex={-1} className="outline-none">
        Close hours
      </Heading>
      <p className="mt-1 mb-5 text-quiet">
        For maintenance or personal use. Your weekly hours don't change.
      </p>
      <DatePicker
        label="Day"
        value={day}
        last={addDays(today, MAX_DAYS_AHEAD)}
        today={today}
        onChange={onDay}
      />
      <div className="my-6">
        <QueryPanel query={courtHours} label="hours">
          {() => (
            <QueryPanel query={closures} label="closed hours">
              {(closedHours) => (
                <QueryPanel query={bookings} label="bookings">
                  {({ items }) => {
                    const dayBookings = items.filter(
                      ({ startTime }) => dayStart <= startTime && startTime < dayEnd,
                    );
                    const planBlocks = planDay(offeredHours, closedHours, dayBookings);
                    const remainingHours = closableHours(offeredHours, closedHours, now);
                    return (
                      <>
                        {offeredHours.length === 0 && (
                          <p className="mb-4">
                            The court is closed on {weekdayLabel(weekdayOf(day))}s, according to its
                            weekly hours.
                          </p>
                        )}
                        <DayPlanList
                          ref={dayListRef}
                          blocks={planBlocks}
                          formatClock={formatClock}
                          isBusy={reopenMutation.isPending}
                          onReopen={reopenHours}
                        />
                        {remainingHours.length > 0 && (
                          <div className="mt-6 border-t border-rule pt-6">
                            <CloseForm
                              key={day}
                              closableHours={remainingHours}
                              formatClock={formatClock}
                              reason={reason}
                              onReason={setReason}
                              isBusy={closeMutation.isPending}
                              onClose={(closure) => closeHours(closure, false)}
                            />
                          </div>
                        )}
                      </>
                    );
                  }}
                </QueryPanel>
              )}
            </QueryPanel>
          )}
        </QueryPanel>
      </div>
      {conflict && (
        <CloseAnywayDialog
          bookings={(bookings.data?.items ?? []).filter(({ id }) =>
            conflict.bookingIds.includes(id),
          )}
          count={conflict.bookingIds.length}
          query={bookings}
          timesOf={({ startTime, endTime }) =>
            `${formatClock(startTime)} – ${formatClock(endTime)}`
          }
          day={dayLabel(day)}
          onClose={() => setConflict(null)}
          onConfirm={() => {
            setConflict(null);
            closeHours(conflict.closure, true);
          }}
        />
      )}
    </section>
  );
}
