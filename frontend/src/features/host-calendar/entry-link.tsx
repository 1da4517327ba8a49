import { cx } from 'class-variance-authority';
import type { PointerEvent } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { type CalendarEntry, cellKey } from './calendar-entries';
import { entryVariants } from './entry-variants';
import { type GridColumn, entryHours, hourKey, remOf } from './time-grid-hours';
import type { DaySelection } from './use-day-range';

type EntryLinkProps = {
  entry: CalendarEntry;
  /** All entries of the column. Those that overlap share its width. */
  entries: readonly CalendarEntry[];
  column: GridColumn;
  hours: readonly number[];
  hourSelection: DaySelection;
  isUnavailable: (hourOfDay: number) => boolean;
};

/** A booking or closure in the time grid. Hours can be selected by dragging from it or over it. */
export function EntryLink({
  entry,
  entries,
  column,
  hours,
  hourSelection,
  isUnavailable,
}: EntryLinkProps) {
  const { from, to } = entryHours(entry, column);
  const firstHour = hours[0]!;
  const top = Math.max(from, firstHour);
  const bottom = Math.min(to, firstHour + hours.length);
  if (bottom <= top) return null;
  const overlapping = entries.filter((other) => {
    const otherHours = entryHours(other, column);
    return otherHours.from < to && from < otherHours.to;
  });
  const share = 100 / overlapping.length;
  const columnKey = cellKey(column.court.id, column.day);
  const hourAt = ({ clientY, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const hoursDown = ((clientY - box.top) / box.height) * (bottom - top) || 0;
    return Math.floor(top + hoursDown);
  };
  return (
    <Link
      to={
        entry.kind === 'closed'
          ? paths.courtDay(column.court.id, column.day)
          : paths.hostTab('bookings')
      }
      draggable={false}
      onPointerDown={(event) => {
        const hourOfDay = hourAt(event);
        if (event.pointerType !== 'touch' && event.button === 0 && !isUnavailable(hourOfDay))
          hourSelection.grab(columnKey, hourKey(hourOfDay));
      }}
      onPointerEnter={(event) => {
        const hourOfDay = hourAt(event);
        if (!isUnavailable(hourOfDay)) hourSelection.drag(columnKey, hourKey(hourOfDay));
      }}
      style={{
        top: remOf(top - firstHour),
        height: remOf(bottom - top),
        left: `calc(${share * overlapping.indexOf(entry)}% + 0.125rem)`,
        width: `calc(${share}% - 0.25rem)`,
      }}
      className={cx(
        'absolute overflow-hidden rounded-sm border-l-2 px-1.5 py-0.5 text-small leading-tight',
        entryVariants[entry.kind],
        hourSelection.isDragging && 'pointer-events-none',
      )}
    >
      <span className="figures block">{entry.time}</span>
      <span dir="auto" className="block truncate">
        {entry.title}
      </span>
    </Link>
  );
}
