import { useMemo, useState } from 'react';
import { firstOfMonth, lastOfMonth } from '../../lib/days';
import { useOptionalData } from '../../lib/use-optional-data';
import { freeDaysQuery } from '../../resources/court/availability-query';
import type { CalendarProps } from '../../ui/calendar';
import { LazyCalendar } from '../../ui/date-picker';

type CourtCalendarProps = Pick<CalendarProps, 'value' | 'today' | 'last' | 'onChange'> & {
  courtId: string;
};

/** A month that crosses out the days on which the court has no available hours. */
export function CourtCalendar({ courtId, ...props }: CourtCalendarProps) {
  const { value, today, last } = props;
  const [shown, setShown] = useState({ value, month: value });
  // Follows a day that was selected elsewhere.
  if (shown.value !== value) setShown({ value, month: value });
  const [firstDay, lastDay] = [firstOfMonth(shown.month), lastOfMonth(shown.month)];
  const days = useOptionalData(
    freeDaysQuery(courtId, firstDay < today ? today : firstDay, lastDay > last ? last : lastDay),
  );
  const freeDays = useMemo(() => days && new Set(days.map(({ date }) => date)), [days]);
  return (
    <LazyCalendar
      {...props}
      takesFocus={false}
      freeDays={freeDays}
      month={shown.month}
      onMonthChange={(month) => setShown({ value, month })}
    />
  );
}
