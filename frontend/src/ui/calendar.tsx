import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { DayPicker } from 'react-day-picker';
import { type Day, dateFromDay, dayFromDate } from '../lib/days';

export type CalendarProps = {
  /** The selected day, or an empty text. */
  value: Day;
  today: Day;
  last: Day;
  onChange: (day: Day) => void;
  /** The days with available hours in the visible month. Without them, no day is marked. */
  freeDays?: ReadonlySet<Day> | undefined;
  /** A day of the visible month. Without it, the month of the selected day is visible first. */
  month?: Day;
  onMonthChange?: (firstDay: Day) => void;
  /** Whether the selected day gets the focus on mount, as in a panel that opens. */
  takesFocus?: boolean;
};

const arrowClass =
  'grid size-11 cursor-pointer place-items-center hover:bg-sunk aria-disabled:cursor-not-allowed aria-disabled:opacity-40';

/** A month view with the selectable days from today to `last`. */
export function Calendar({
  value,
  today,
  last,
  onChange,
  freeDays,
  month,
  onMonthChange,
  takesFocus = true,
}: CalendarProps) {
  const monthRef = useRef<HTMLDivElement>(null);
  const focusDay = useEffectEvent(() => {
    const selectedOrFirstDay =
      '[aria-selected] button, :not(:has([aria-selected])) button[tabindex="0"]';
    if (takesFocus) monthRef.current?.querySelector<HTMLElement>(selectedOrFirstDay)?.focus();
  });
  useEffect(() => focusDay(), []);
  const isSelectable = (date: Date): boolean =>
    dayFromDate(date) >= today && dayFromDate(date) <= last;
  return (
    <div ref={monthRef}>
      <DayPicker
        mode="single"
        required
        today={dateFromDay(today)}
        selected={value ? dateFromDay(value) : undefined}
        {...(month && { month: dateFromDay(month) })}
        defaultMonth={dateFromDay(value || today)}
        startMonth={dateFromDay(today)}
        endMonth={dateFromDay(last)}
        disabled={{ before: dateFromDay(today), after: dateFromDay(last) }}
        modifiers={{
          full: (date) =>
            freeDays !== undefined && isSelectable(date) && !freeDays.has(dayFromDate(date)),
        }}
        modifiersClassNames={{ full: 'text-quiet line-through decoration-edge' }}
        onSelect={(date) => date && onChange(dayFromDate(date))}
        onMonthChange={(nextMonth) => onMonthChange?.(dayFromDate(nextMonth))}
        labels={{
          labelDayButton: (date, { full: isFull }) =>
            `${date.toLocaleDateString('en-US', { dateStyle: 'full' })}${isFull ? ', no available hours' : ''}`,
        }}
        components={{
          Chevron: ({ orientation }) => {
            const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
            return <Icon size={19} strokeWidth={1.6} aria-hidden />;
          },
        }}
        classNames={{
          months: 'relative',
          month_grid: 'w-full',
          nav: 'absolute inset-x-0 top-0 flex justify-between',
          button_previous: arrowClass,
          button_next: arrowClass,
          month_caption: 'grid h-11 place-items-center font-display text-xl',
          weekday: 'h-9 text-sm font-normal text-quiet',
          day: 'group p-0',
          day_button:
            'figures mx-auto grid h-11 w-full max-w-11 cursor-pointer place-items-center rounded-sm hover:bg-sunk disabled:cursor-not-allowed disabled:text-quiet disabled:opacity-55 group-aria-selected:bg-court group-aria-selected:text-on-court group-data-today:border group-data-today:border-brass-line focus-visible:outline-offset-0',
        }}
      />
      {freeDays && (
        <p aria-hidden className="mt-2 text-center text-small text-quiet">
          <span className="figures line-through decoration-edge">17</span> No available hours
        </p>
      )}
    </div>
  );
}
