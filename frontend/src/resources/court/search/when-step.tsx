import { useMemo, useState } from 'react';
import { type Day, addDays, firstOfMonth, isCalendarDay, lastOfMonth } from '../../../lib/days';
import { useOptionalData } from '../../../lib/use-optional-data';
import { Button } from '../../../ui/button';
import { LazyCalendar } from '../../../ui/date-picker';
import { placeOf } from '../court-search';
import { relaxedSearchQuery } from '../relaxed-search';
import type { SearchStepProps } from './search-steps';
import { searchDaysQuery } from './search-days-query';

/** Hosts may open their courts further ahead than most do. */
const SEARCHABLE_DAYS = 365;

/** A month that crosses out the days on which no court of the search has a free hour. */
export function WhenStep({ search, today, takesFocus, onChange, onDone }: SearchStepProps) {
  const last = addDays(today, SEARCHABLE_DAYS);
  const isSearchable = isCalendarDay(search.date) && today <= search.date && search.date <= last;
  const searchedDay = isSearchable ? search.date : '';
  const [month, setMonth] = useState<Day>(searchedDay || today);
  const [firstDay, lastDay] = [firstOfMonth(month), lastOfMonth(month)];
  // Marks the days of the courts on the page, whose search may have fewer filters.
  const relaxedSearch = useOptionalData({
    ...relaxedSearchQuery({ ...search, search: placeOf(search) }),
    enabled: false,
  });
  const shownSearch = relaxedSearch?.search ?? search;
  const days = useOptionalData(
    searchDaysQuery(
      shownSearch,
      firstDay < today ? today : firstDay,
      lastDay > last ? last : lastDay,
    ),
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
