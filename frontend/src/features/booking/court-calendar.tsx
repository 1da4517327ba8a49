import { useMemo, useState } from 'react';
import { type Day, addDays } from '../../lib/days';
import { useOptionalData } from '../../lib/use-optional-data';
import { freeDaysQuery } from '../../resources/court/availability-query';
import type { CalendarProps } from '../../ui/calendar';
import { LazyCalendar } from '../../ui/date-picker';

const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;
/** Any month ends within 31 days of its first, so the next one starts before the 33rd day. */
const lastOfMonth = (day: Day): Day => addDays(firstOfMonth(addDays(firstOfMonth(day), 32)), -1);

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
