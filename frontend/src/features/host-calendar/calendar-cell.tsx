import type { Court } from '@courtly/contracts/courts';
import { cx } from 'class-variance-authority';
import type { Day } from '../../lib/days';
import type { CalendarEntry } from './calendar-entries';
import { DayButton } from './day-button';
import type { DaySelection } from './use-day-range';

type CalendarCellProps = {
  court: Pick<Court, 'id' | 'name'>;
  day: Day;
  today: Day;
  entries: readonly CalendarEntry[];
  selection: DaySelection;
};

const countLabels = (entries: readonly CalendarEntry[]): string[] => {
  const countOf = (...kinds: CalendarEntry['kind'][]) =>
    entries.filter(({ kind }) => kinds.includes(kind)).length;
  const [bookedCount, pendingCount, closedCount] = [
    countOf('confirmed', 'completed'),
    countOf('pending'),
    countOf('closed'),
  ];
  return [
    ...(bookedCount > 0 ? [`${bookedCount} booked`] : []),
    ...(pendingCount > 0 ? [`${pendingCount} pending`] : []),
    ...(closedCount > 0 ? ['closed'] : []),
  ];
};

/** A day of the month view. */
export function CalendarCell({ court, day, today, entries, selection }: CalendarCellProps) {
  return (
    <div
      onPointerEnter={() => day >= today && selection.drag(court.id, day)}
      className={cx(
        'flex min-h-18 min-w-0 flex-col gap-1 border-r border-b border-rule p-1.5 last:border-r-0',
        selection.isChosen(court.id, day) && 'bg-brass-line/20',
      )}
    >
      <DayButton court={court} day={day} today={today} selection={selection} />
      {countLabels(entries).map((countLabel) => (
        <span key={countLabel} className="figures truncate text-sm text-quiet">
          {countLabel}
        </span>
      ))}
    </div>
  );
}
