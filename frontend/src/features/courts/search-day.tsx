import { CalendarDays } from 'lucide-react';
import { useId } from 'react';
import { type Day, addDays, isCalendarDay } from '../../lib/days';
import { Button } from '../../ui/button';
import { LazyCalendar, prefetchCalendar } from '../../ui/date-picker';
import { inputClass } from '../../ui/input';
import { Popover } from '../../ui/popover';
import { dayOptionLabel } from './search-labels';

/** Hosts may open their courts further ahead than most do. */
const SEARCHABLE_DAYS = 365;

type SearchDayProps = {
  label: string;
  /** The searched day, or an empty text for any day. */
  value: string;
  today: Day;
  onChange: (date: string) => void;
};

/** Selects any day of the next year in a month view. */
export function SearchDay({ label, value, today, onChange }: SearchDayProps) {
  const labelId = useId();
  const searchedDay = isCalendarDay(value) ? value : '';
  return (
    <div role="group" aria-labelledby={labelId}>
      <p id={labelId} className="mb-1.5 text-small font-semibold">
        {label}
      </p>
      <Popover
        className="w-[21.25rem] p-3.5"
        trigger={(triggerProps) => (
          <button
            type="button"
            {...triggerProps}
            aria-labelledby={`${labelId} ${triggerProps.id}`}
            onPointerEnter={prefetchCalendar}
            onFocus={prefetchCalendar}
            className={`${inputClass} flex h-12 min-w-0 cursor-pointer items-center justify-between gap-2`}
          >
            <span className="truncate">
              {searchedDay ? dayOptionLabel(searchedDay, today) : 'Any day'}
            </span>
            <CalendarDays size={18} strokeWidth={1.6} aria-hidden className="shrink-0 text-quiet" />
          </button>
        )}
      >
        {(close) => {
          const choose = (date: string) => {
            onChange(date);
            close();
          };
          return (
            <>
              <LazyCalendar
                value={searchedDay < today ? '' : searchedDay}
                today={today}
                last={addDays(today, SEARCHABLE_DAYS)}
                onChange={choose}
              />
              <Button variant="quiet" onClick={() => choose('')} className="mt-2 w-full">
                Any day
              </Button>
            </>
          );
        }}
      </Popover>
    </div>
  );
}
