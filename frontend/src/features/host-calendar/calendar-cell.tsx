import type { Court } from '@courtly/contracts/courts';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { cx } from 'class-variance-authority';
import { type Day, dateFromDay, dayLabel } from '../../lib/days';
import type { CalendarEntry } from './calendar-entries';
import type { DaySelection } from './use-day-range';

const entryVariants: Record<CalendarEntry['kind'], string> = {
  pending: 'border-pending bg-pending-wash text-pending',
  confirmed: 'border-good bg-good-wash text-good',
  completed: 'border-done bg-done-wash text-done',
  closed: 'border-edge bg-sunk text-quiet',
};

type CalendarCellProps = {
  court: Pick<Court, 'id' | 'name'>;
  day: Day;
  today: Day;
  entries: readonly CalendarEntry[];
  selection: DaySelection;
  /** The month view has room only for counts. */
  isCompact: boolean;
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

export function CalendarCell({
  court,
  day,
  today,
  entries,
  selection,
  isCompact,
}: CalendarCellProps) {
  const isSelected = selection.isChosen(court.id, day);
  const isPast = day < today;
  const isTouchRef = useRef(false);
  return (
    <div
      onPointerEnter={() => !isPast && selection.drag(court.id, day)}
      className={cx(
        'flex min-w-0 flex-col gap-1 border-r border-b border-rule p-1.5 last:border-r-0',
        isCompact ? 'min-h-18' : 'min-h-24',
        isSelected && 'bg-brass-line/20',
      )}
    >
      <button
        type="button"
        aria-pressed={isSelected}
        aria-label={`${dayLabel(day)}, ${court.name}`}
        disabled={isPast}
        // A mouse selects on press so that dragging works. A finger may be scrolling, so touch
        // selects on click, like the keyboard (whose clicks have detail 0).
        onPointerDown={({ pointerType }) => {
          isTouchRef.current = pointerType === 'touch';
          if (!isTouchRef.current) selection.press(court.id, day);
        }}
        onClick={({ detail }) =>
          (detail === 0 || isTouchRef.current) && selection.choose(court.id, day)
        }
        className={cx(
          'figures grid h-8 min-w-8 cursor-pointer place-items-center self-start rounded-sm px-1.5 hover:bg-sunk disabled:cursor-default disabled:text-quiet aria-pressed:bg-court aria-pressed:text-on-court',
          day === today && 'border border-brass-line',
        )}
      >
        {dateFromDay(day).getDate()}
      </button>
      {isCompact ? (
        countLabels(entries).map((countLabel) => (
          <span key={countLabel} className="figures truncate text-sm text-quiet">
            {countLabel}
          </span>
        ))
      ) : (
        <ul className="grid gap-1">
          {entries.map(({ key, time, title, kind }) => (
            <li key={key}>
              <Link
                to={kind === 'closed' ? paths.courtDay(court.id, day) : paths.hostTab('bookings')}
                className={cx(
                  'block rounded-sm border-l-2 px-1.5 py-1 text-sm leading-tight',
                  entryVariants[kind],
                )}
              >
                <span className="figures block">{time}</span>
                <span dir="auto" className="block break-words">
                  {title}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
