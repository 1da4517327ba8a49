import type { CalendarAsOf } from '@courtly/contracts/audit';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../lib/api';
import { dayLabel } from '../../lib/days';
import { type CourtZone, timeRange } from '../../lib/format';
import { statusVariants, instantLabel, toWords } from '../../resources/audit/audit-labels';
import {
  type CalendarAsOfInput,
  calendarAsOfQuery,
  isMissingState,
} from '../../resources/audit/audit-queries';
import { Badge } from '../../ui/badge';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { Heading } from '../../ui/heading';

export function CalendarAsOfPanel({ asOf }: { asOf: CalendarAsOfInput }) {
  const calendarQuery = useQuery({ ...calendarAsOfQuery(asOf), retry: false });
  if (isMissingState(calendarQuery.error))
    return (
      <EmptyState title="Nothing found">
        {errorMessage(calendarQuery.error, "This calendar couldn't be loaded.")}
      </EmptyState>
    );
  return (
    <QueryPanel query={calendarQuery} label="the calendar">
      {({ hours, date, at, isActive, isHidden, ...court }) => (
        <section aria-labelledby="calendar-as-of">
          <Heading level={2} id="calendar-as-of">
            {dayLabel(date)}, as of {instantLabel(at)}
          </Heading>
          <p className="mt-1 mb-5 text-quiet">
            Times are in the court's time zone ({court.zone}).
            {isHidden
              ? ' An admin had hidden the court then.'
              : !isActive && " The court wasn't visible to players then."}
          </p>
          {hours.length === 0 ? (
            <EmptyState title="No hours">The court had no hours on that day.</EmptyState>
          ) : (
            <ul
              aria-label="Hours"
              className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3"
            >
              {hours.map((calendarHour) => (
                <HourAsOf key={calendarHour.start} hour={calendarHour} court={court} />
              ))}
            </ul>
          )}
        </section>
      )}
    </QueryPanel>
  );
}

function HourAsOf({ hour, court }: { hour: CalendarAsOf['hours'][number]; court: CourtZone }) {
  const [tone, stateLabel] = statusVariants[hour.state];
  return (
    <li className="rounded-sm border border-rule bg-raised p-3 wrap-anywhere">
      <p className="figures mb-1.5">{timeRange(hour.start, hour.end, court)}</p>
      <Badge tone={tone}>{stateLabel}</Badge>
      {hour.bookingId && (
        <p className="mt-1.5 text-sm text-quiet">
          {toWords(hour.status ?? '')}, {hour.bookingId}
        </p>
      )}
    </li>
  );
}
