import type { Court } from '@courtly/contracts/courts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { hostBookingsQuery } from '../../resources/booking/booking-queries';
import { type Day, addDays, dayLabel } from '../../lib/days';
import { dayIn } from '../../lib/format';
import { weekdayOf, weekdayLabel } from '../../lib/weekdays';
import { DatePicker } from '../../ui/date-picker';
import { QueryPanel } from '../../ui/query-panel';
import { toast } from '../../ui/toast';
import { closuresQuery, inTheWay, useCloseHours, useReopenHours } from './api';
import { clockOf } from './clock-labels';
import { CloseAnywayDialog } from '../../resources/booking/close-anyway-dialog';
import { CloseForm } from './close-form';
import { type Closure, closable, offeredOf, planOf } from './day-plan';
import { DayPlanList } from './day-plan-list';
import { hoursOf } from './local-hours';

const DAYS_AHEAD = 365;

type Props = { court: Court; day: Day; today: Day; onDay: (day: Day) => void };

export function Closures({ court, day, today, onDay }: Props) {
  const closures = useQuery(closuresQuery(court.id, day));
  const close = useCloseHours();
  const reopen = useReopenHours();
  const [reason, setReason] = useState('');
  const dayList = useRef<HTMLUListElement>(null);
  const [refused, setRefused] = useState<{ closure: Closure; ids: readonly string[] } | null>(null);

  const hours = hoursOf(court.zone, day);
  const clock = clockOf(court.zone, hours);
  const ofDay = { courtId: court.id, from: hours[0]?.start, until: hours.at(-1)?.end };
  const bookings = useInfiniteQuery(hostBookingsQuery({ when: 'upcoming', ...ofDay, limit: 100 }));
  const offered = offeredOf(hours, court.weeklyHours[weekdayOf(day)]);
  const booked = (bookings.data?.items ?? []).filter(
    ({ startTime }) => dayIn(startTime, court.zone) === day,
  );
  const spanWords = ({ startTime, endTime }: Closure) =>
    `${dayLabel(day)}, ${clock(startTime)} – ${clock(endTime)}`;

  const place = { courtId: court.id, date: day };
  const closeHours = (closure: Closure, cancelBookings: boolean) =>
    close.mutate(
      { ...place, ...closure, cancelBookings },
      {
        onSuccess: () => {
          setReason('');
          // A closing dialog would otherwise leave the page scrolled to its old position.
          if (cancelBookings) dayList.current?.focus();
          toast(
            'Hours Closed',
            spanWords(closure),
            // Canceled bookings cannot be restored, so there is no undo.
            cancelBookings
              ? {}
              : { action: { label: 'Undo', onClick: () => reopenHours(closure) } },
          );
        },
        onError: (error) => {
          const ids = inTheWay(error);
          if (!ids) return;
          onDay(day);
          setRefused({ closure, ids });
        },
      },
    );
  const reopenHours = (closure: Closure) =>
    reopen.mutate(
      { ...place, ...closure },
      {
        onSuccess: () => {
          // The pressed button is gone, so move focus.
          dayList.current?.focus();
          toast('Hours Reopened', spanWords(closure), {
            action: { label: 'Undo', onClick: () => closeHours(closure, false) },
          });
        },
      },
    );

  return (
    <section aria-labelledby="closures">
      <h2 id="closures" tabIndex={-1} className="font-display text-2xl outline-none">
        Close hours
      </h2>
      <p className="mt-1 mb-5 text-quiet">
        For maintenance or personal use. Your weekly hours don't change.
      </p>
      <DatePicker
        label="Day"
        value={day}
        last={addDays(today, DAYS_AHEAD)}
        today={today}
        onChange={onDay}
      />
      <div className="my-6">
        <QueryPanel query={closures} label="closed hours">
          {(closed) => {
            const blocks = planOf(offered, closed, booked);
            const left = closable(offered, closed, new Date().toISOString());
            return (
              <>
                {offered.length === 0 && (
                  <p className="mb-4">
                    The weekly hours have the court closed on {weekdayLabel(weekdayOf(day))}s.
                  </p>
                )}
                <DayPlanList
                  ref={dayList}
                  blocks={blocks}
                  clock={clock}
                  busy={reopen.isPending}
                  onReopen={reopenHours}
                />
                {left.length > 0 && (
                  <div className="mt-6 border-t border-rule pt-6">
                    <CloseForm
                      key={day}
                      hours={left}
                      clock={clock}
                      reason={reason}
                      onReason={setReason}
                      busy={close.isPending}
                      onClose={(closure) => closeHours(closure, false)}
                    />
                  </div>
                )}
              </>
            );
          }}
        </QueryPanel>
      </div>
      {refused && (
        <CloseAnywayDialog
          bookings={(bookings.data?.items ?? []).filter(({ id }) => refused.ids.includes(id))}
          count={refused.ids.length}
          timesOf={({ startTime, endTime }) => `${clock(startTime)} – ${clock(endTime)}`}
          day={dayLabel(day)}
          onClose={() => setRefused(null)}
          onConfirm={() => {
            setRefused(null);
            closeHours(refused.closure, true);
          }}
        />
      )}
    </section>
  );
}
