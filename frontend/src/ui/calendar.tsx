import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { DayPicker } from 'react-day-picker';
import { type Day, dateOf, dayOf } from '../lib/days';

type Props = { value: Day; today: Day; last: Day; onChange: (day: Day) => void };

const arrow =
  'grid size-11 cursor-pointer place-items-center hover:bg-sunk aria-disabled:cursor-not-allowed aria-disabled:opacity-40';

/** A month view with the selectable days from today to `last`; the selected day gets focus on mount. */
export function Calendar({ value, today, last, onChange }: Props) {
  const month = useRef<HTMLDivElement>(null);
  useEffect(() => month.current?.querySelector<HTMLElement>('[aria-selected] button')?.focus(), []);
  return (
    <div ref={month}>
      <DayPicker
        mode="single"
        required
        today={dateOf(today)}
        selected={dateOf(value)}
        defaultMonth={dateOf(value)}
        startMonth={dateOf(today)}
        endMonth={dateOf(last)}
        disabled={{ before: dateOf(today), after: dateOf(last) }}
        onSelect={(date) => onChange(dayOf(date))}
        labels={{
          labelDayButton: (date) => date.toLocaleDateString('en-US', { dateStyle: 'full' }),
        }}
        components={{
          Chevron: ({ orientation }) => {
            const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
            return <Icon size={19} strokeWidth={1.6} aria-hidden />;
          },
        }}
        classNames={{
          months: 'relative grid justify-center',
          nav: 'absolute inset-x-0 top-0 flex justify-between',
          button_previous: arrow,
          button_next: arrow,
          month_caption: 'grid h-11 place-items-center font-display text-xl',
          weekday: 'h-9 text-sm font-normal text-quiet',
          day: 'group p-0',
          day_button:
            'figures grid size-11 cursor-pointer place-items-center rounded-sm hover:bg-sunk disabled:cursor-not-allowed disabled:text-quiet disabled:opacity-55 group-aria-selected:bg-court group-aria-selected:text-on-court group-data-today:border group-data-today:border-brass-line focus-visible:outline-offset-0',
        }}
      />
    </div>
  );
}
