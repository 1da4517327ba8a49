import { useMemo, useState } from 'react';
import { firstOfMonth, lastOfMonth } from '../../lib/days';
import { useOptionalData } from '../../lib/use-optional-data';
import { freeDaysQuery } from '../../resources/court/availability-query';
import type { CalendarProps } from '../../ui/calendar';
import { LazyCalendar } from '../../ui/date-picker';

/** A month that crosses out the days on which the court has no available hours. */
export function CourtCalendar({ courtId, ...props }: CalendarProps & { courtId: string }) {
  const { value, today, last } = props;
  const [month, setMonth] = useState(value);
  const [firstDay, lastDay] = [firstOfMonth(month), lastOfMonth(month)];
  const days = useOptionalData(
    freeDaysQuery(courtId, firstDay < today ? today : firstDay, lastDay > last ? last : lastDay),
  );
  const freeDays = useMemo(() => days && new Set(days.map(({ date }) => date)), [days]);
  return <LazyCalendar {...props} freeDays={freeDays} onMonthChange={setMonth} />;
}
