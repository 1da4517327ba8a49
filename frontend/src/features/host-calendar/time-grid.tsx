import { cx } from 'class-variance-authority';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { dayLabel } from '../../lib/days';
import { dayInZone } from '../../lib/format';
import { hourLabel } from '../../lib/hours';
import { useNow } from '../../lib/use-now';
import { type CalendarEntry, cellKey } from './calendar-entries';
import { DayButton } from './day-button';
import { EntryLink } from './entry-link';
import {
  type GridColumn,
  clockHours,
  gridHours,
  hourKey,
  hourStateLabel,
  isOpenAt,
  occupancyOf,
  remOf,
  timesOnClock,
} from './time-grid-hours';
import type { DaySelection } from './use-day-range';

/** From no bookings to all open hours booked. Text is readable on each shade. */
const occupancyShades = ['', 'bg-leaf/10', 'bg-leaf/20', 'bg-leaf/30', 'bg-leaf/40'];

type TimeGridProps = {
  columns: readonly GridColumn[];
  titleOf: (column: GridColumn) => ReactNode;
  cells: ReadonlyMap<string, readonly CalendarEntry[]>;
  daySelection: DaySelection;
  hourSelection: DaySelection;
};

const arrowSteps: Readonly<Record<string, readonly [columns: number, hours: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Columns of courts or days, with one row for each hour on the court's clock. */
export function TimeGrid({ columns, titleOf, cells, daySelection, hourSelection }: TimeGridProps) {
  const now = useNow();
  const gridRef = useRef<HTMLDivElement>(null);
  // Clicks of some browsers don't say what caused them.
  const isTouchRef = useRef(false);
  const entriesOf = ({ court, day }: GridColumn) => cells.get(cellKey(court.id, day)) ?? [];
  const hours = gridHours(columns, entriesOf);
  const [cursor, setCursor] = useState({ column: 0, hour: hours[0]! });
  const hasCursor = (columnIndex: number, hourOfDay: number) =>
    columnIndex === Math.min(cursor.column, columns.length - 1) &&
    hourOfDay === (hours.includes(cursor.hour) ? cursor.hour : hours[0]);

  const moveCursor = (event: KeyboardEvent, column: number, hour: number) => {
    const step = arrowSteps[event.key];
    if (!step) return;
    event.preventDefault();
    gridRef
      .current!.querySelector<HTMLElement>(`[data-cell="${column + step[0]} ${hour + step[1]}"]`)
      ?.focus();
  };

  const renderColumn = (column: GridColumn, columnIndex: number) => {
    const { court, day } = column;
    const columnKey = cellKey(court.id, day);
    const today = dayInZone(now, court);
    const nowHours = clockHours(now, court);
    const isUnavailable = (hourOfDay: number) =>
      day < today ||
      (day === today && hourOfDay < Math.floor(nowHours)) ||
      timesOnClock(column, hourOfDay) === 0;
    const entries = entriesOf(column);
    const { booked, open } = occupancyOf(column, entries);
    const shade = occupancyShades[Math.min(4, Math.ceil((4 * booked) / Math.max(1, open)))];
    return (
      <div key={columnKey} className="min-w-0 border-l border-rule">
        <div
          onPointerEnter={() => day >= today && daySelection.drag(court.id, day)}
          className={cx('flex h-18 flex-col justify-between border-b border-rule p-1.5', shade)}
        >
          <div className="flex min-w-0 items-center gap-1.5">
            <DayButton court={court} day={day} today={today} selection={daySelection} />
            <span className="min-w-0 truncate text-small">{titleOf(column)}</span>
          </div>
          <p className="figures truncate text-small text-quiet">
            {open === 0 && booked === 0 ? 'Closed' : `${booked} of ${open} h booked`}
          </p>
        </div>
        <div className="relative">
          {hours.map((hourOfDay) => (
            <button
              key={hourOfDay}
              type="button"
              data-cell={`${columnIndex} ${hourOfDay}`}
              tabIndex={hasCursor(columnIndex, hourOfDay) ? 0 : -1}
              aria-label={[
                court.name,
                dayLabel(day),
                hourLabel(hourOfDay),
                hourStateLabel(column, hourOfDay, entries),
              ].join(', ')}
              aria-pressed={hourSelection.isChosen(columnKey, hourKey(hourOfDay))}
              aria-disabled={isUnavailable(hourOfDay)}
              onFocus={() => setCursor({ column: columnIndex, hour: hourOfDay })}
              onKeyDown={(event) => moveCursor(event, columnIndex, hourOfDay)}
              onPointerDown={({ pointerType }) => {
                isTouchRef.current = pointerType === 'touch';
                if (!isTouchRef.current && !isUnavailable(hourOfDay))
                  hourSelection.press(columnKey, hourKey(hourOfDay));
              }}
              onPointerEnter={() =>
                !isUnavailable(hourOfDay) && hourSelection.drag(columnKey, hourKey(hourOfDay))
              }
              // A mouse has selected on press. Keys and touches select on click.
              onClick={({ detail }) => {
                if ((detail === 0 || isTouchRef.current) && !isUnavailable(hourOfDay))
                  hourSelection.choose(columnKey, hourKey(hourOfDay));
              }}
              style={{ height: remOf(1) }}
              className={cx(
                'relative block w-full border-b border-rule focus-visible:z-20 aria-disabled:cursor-default aria-pressed:z-10 aria-pressed:bg-brass-line/30',
                isOpenAt(column, hourOfDay) ? 'hover:bg-sunk' : 'bg-sunk',
              )}
            />
          ))}
          {entries.map((entry) => (
            <EntryLink
              key={entry.key}
              entry={entry}
              entries={entries}
              column={column}
              hours={hours}
              hourSelection={hourSelection}
              isUnavailable={isUnavailable}
            />
          ))}
          {day === today && hours.includes(Math.floor(nowHours)) && (
            <div
              aria-hidden
              data-now-line
              style={{ top: remOf(nowHours - hours[0]!) }}
              className="pointer-events-none absolute inset-x-0 border-t-2 border-bad"
            />
          )}
        </div>
      </div>
    );
  };
  return (
    <div
      ref={gridRef}
      className="grid select-none"
      style={{ gridTemplateColumns: `3.5rem repeat(${columns.length}, minmax(0, 1fr))` }}
    >
      <div aria-hidden className="sticky left-0 z-10 bg-paper pt-18 text-small text-quiet">
        {hours.map((hourOfDay) => (
          <p key={hourOfDay} style={{ height: remOf(1) }} className="figures pr-2 text-right">
            {hourLabel(hourOfDay)}
          </p>
        ))}
      </div>
      {columns.map(renderColumn)}
    </div>
  );
}
