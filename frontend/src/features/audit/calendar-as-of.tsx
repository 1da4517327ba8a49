import type { CalendarAsOf } from '@courtly/contracts/audit';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api';
import { dayLabel } from '../../lib/days';
import { timeRange } from '../../lib/format';
import { hourLook, momentLabel, words } from '../../resources/audit/audit-labels';
import { type CalendarThen, calendarAsOfQuery } from '../../resources/audit/audit-queries';
import { Badge } from '../../ui/badge';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';

export function CalendarThenPanel({ then }: { then: CalendarThen }) {
  const query = useQuery({ ...calendarAsOfQuery(then), retry: false });
  if (query.error)
    return (
      <EmptyState title="Nothing found">
        {messageOf(query.error, 'This could not be loaded.')}
      </EmptyState>
    );
  return (
    <QueryPanel query={query} label="the calendar">
      {({ hours, date, zone, at, isActive }) => (
        <section aria-labelledby="calendar-then">
          <h2 id="calendar-then" className="font-display text-2xl">
            {dayLabel(date)}, as of {momentLabel(at)}
          </h2>
          <p className="mt-1 mb-5 text-quiet">
            Court hours ({zone}).{!isActive && ' The court was not visible to players then.'}
          </p>
          {hours.length === 0 ? (
            <EmptyState title="No hours">The court had no hours on that day.</EmptyState>
          ) : (
            <ul
              aria-label="Hours"
              className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3"
            >
              {hours.map((hour) => (
                <HourThen key={hour.start} {...{ hour, zone }} />
              ))}
            </ul>
          )}
        </section>
      )}
    </QueryPanel>
  );
}

function HourThen({ hour, zone }: { hour: CalendarAsOf['hours'][number]; zone: string }) {
  const [tone, label] = hourLook[hour.state];
  return (
    <li className="rounded-sm border border-rule bg-raised p-3 wrap-anywhere">
      <p className="figures mb-1.5">{timeRange(hour.start, hour.end, zone)}</p>
      <Badge tone={tone}>{label}</Badge>
      {hour.bookingId && (
        <p className="mt-1.5 text-sm text-quiet">
          {words(hour.status ?? '')}, {hour.bookingId}
        </p>
      )}
    </li>
  );
}
