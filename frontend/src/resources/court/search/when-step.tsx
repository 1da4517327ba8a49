import { useMemo, useState } from 'react';
import { type Day, addDays, firstOfMonth, isCalendarDay, lastOfMonth } from '../../../lib/days';
import { useOptionalData } from '../../../lib/use-optional-data';
import { Button } from '../../../ui/button';
import { LazyCalendar } from '../../../ui/date-picker';
import type { SearchStepProps } from './search-steps';
import { searchDaysQuery } from './search-days-query';

/** Hosts may open their courts further ahead than most do. */
const SEARCHABLE_DAYS = 365;

/** A month that crosses out the days on which no court of the search has a free hour. */
export function WhenStep({ search, today, takesFocus, onChange, onDone }: SearchStepProps) {
  const searchedDay = isCalendarDay(search.date) && search.date >= today ? search.date : '';
  const [month, setMonth] = useState<Day>(searchedDay || today);
  const last = addDays(today, SEARCHABLE_DAYS);
  const [firstDay, lastDay] = [firstOfMonth(month), lastOfMonth(month)];
  const days = useOptionalData(
    searchDaysQuery(search, firstDay < today ? today : firstDay, lastDay > last ? last : lastDay),
  );
  const freeDays = useMemo(() => days && new Set(days), [days]);
  const choose = (date: string) => {
    onChange({ date });
    onDone();
  };
  return (
    <>
      <LazyCalendar
        value={searchedDay}
        today={today}
        last={last}
        freeDays={freeDays}
        takesFocus={takesFocus}
        onMonthChange={setMonth}
        onChange={choose}
      />
      <Button variant="outline" onClick={() => choose('')} className="mt-3 w-full">
        Any day
      </Button>
    </>
  );
}
