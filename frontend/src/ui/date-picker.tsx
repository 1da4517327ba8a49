import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type Day, addDays, dayLabel } from '../lib/days';
import { Button } from './button';
import { inputClass } from './input';
import type { CalendarProps } from './calendar';
import { LoadFailed, lazyComponent } from './lazy-component';
import { Popover } from './popover';
import { Skeleton } from './skeleton';

const loadCalendar = async () => (await import('./calendar')).Calendar;
export const prefetchCalendar = () => void loadCalendar().catch(() => undefined);
export const LazyCalendar = lazyComponent(loadCalendar, {
  fallback: <Skeleton className="h-80" />,
  renderError: (retryLoad) => <LoadFailed subject="The calendar" onRetry={retryLoad} />,
});

type DatePickerProps = {
  label: string;
  value: Day;
  /**
   * The first and last day that can be selected, inclusive. Today is in the time zone of the court.
   */
  today: Day;
  last: Day;
  onChange: (day: Day) => void;
  /** A calendar that marks days. */
  renderCalendar?: (props: CalendarProps) => ReactNode;
};

/** Selects a day by stepping or in a month view. Always shows the weekday. */
export function DatePicker({
  label,
  value,
  today,
  last,
  onChange,
  renderCalendar = (props) => <LazyCalendar {...props} />,
}: DatePickerProps) {
  const labelId = useId();
  const stepButton = (days: 1 | -1) => {
    const targetDay = addDays(value, days);
    const Icon = days < 0 ? ChevronLeft : ChevronRight;
    return (
      <Button
        variant="outline"
        aria-label={days < 0 ? 'Previous day' : 'Next day'}
        disabled={targetDay < today || targetDay > last}
        onClick={() => onChange(targetDay)}
        size="icon"
        className="size-12!"
      >
        <Icon size={19} strokeWidth={1.6} aria-hidden />
      </Button>
    );
  };
  return (
    <div role="group" aria-labelledby={labelId}>
      <p id={labelId} className="mb-1.5 text-small font-semibold">
        {label}
      </p>
      <div className="grid grid-cols-[auto_1fr_auto] gap-2">
        {stepButton(-1)}
        <Popover
          className="w-[21.25rem] p-3.5"
          trigger={(triggerProps) => (
            <button
              type="button"
              {...triggerProps}
              aria-labelledby={`${labelId} ${triggerProps.id}`}
              onPointerEnter={prefetchCalendar}
              onFocus={prefetchCalendar}
              className={`${inputClass} flex h-12 min-w-0 cursor-pointer items-center justify-center gap-2.5`}
            >
              <CalendarDays
                size={18}
                strokeWidth={1.6}
                aria-hidden
                className="hidden shrink-0 text-quiet sm:block"
              />
              <span className="truncate">{dayLabel(value)}</span>
            </button>
          )}
        >
          {(close) =>
            renderCalendar({
              value,
              today,
              last,
              onChange: (day) => {
                onChange(day);
                close();
              },
            })
          }
        </Popover>
        {stepButton(1)}
      </div>
    </div>
  );
}
