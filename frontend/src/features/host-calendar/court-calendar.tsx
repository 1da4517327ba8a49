import type { ZonedCourt } from '@courtly/contracts/courts';
import { useEffect, useRef } from 'react';
import { type Day, dateFromDay } from '../../lib/days';
import { dayInZone } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { CalendarCell } from './calendar-cell';
import { type CalendarEntry, cellKey } from './calendar-entries';
import type { CalendarView } from './calendar-days';
import { TimeGrid } from './time-grid';
import type { DaySelection } from './use-day-range';
import { Heading } from '../../ui/heading';

type CourtCalendarProps = {
  court: ZonedCourt;
  view: CalendarView;
  days: readonly Day[];
  cells: ReadonlyMap<string, readonly CalendarEntry[]>;
  selection: DaySelection;
  hourSelection: DaySelection;
};

const weekdayLabel = (day: Day) =>
  dateFromDay(day).toLocaleDateString('en-US', { weekday: 'short' });

/** The calendar. On screens that are narrower than the week, it scrolls to today. */
export function CourtCalendar({
  court,
  view,
  days,
  cells,
  selection,
  hourSelection,
}: CourtCalendarProps) {
  const today = dayInZone(useNow(), court);
  const dropAll = () => {
    selection.drop();
    hourSelection.drop();
  };
  const frameRef = useRef<HTMLDivElement>(null);
  const todayColumn = Math.max(0, days.indexOf(today)) % 7;
  useEffect(() => {
    frameRef.current!.scrollLeft = (frameRef.current!.scrollWidth / 7) * todayColumn;
  }, [todayColumn]);
  return (
    <section aria-label={court.name} className="min-w-0">
      <Heading level={2} dir="auto" className="mb-3 break-words">
        {court.name}
      </Heading>
      <div
        ref={frameRef}
        role="group"
        aria-label={`Days of ${court.name}`}
        tabIndex={-1}
        className="overflow-x-auto rounded-sm border border-rule"
        onPointerUp={dropAll}
        onPointerLeave={dropAll}
      >
        {view === 'week' ? (
          <div className="min-w-180">
            <TimeGrid
              columns={days.map((day) => ({ court, day }))}
              titleOf={({ day }) => weekdayLabel(day)}
              cells={cells}
              daySelection={selection}
              hourSelection={hourSelection}
            />
          </div>
        ) : (
          <div className="min-w-120">
            <div
              aria-hidden
              className="grid grid-cols-7 border-b border-rule bg-sunk text-sm text-quiet"
            >
              {days.slice(0, 7).map((day) => (
                <span key={day} className="px-2 py-1.5">
                  {weekdayLabel(day)}
                </span>
              ))}
            </div>
            <div className="-mb-px grid grid-cols-7 select-none">
              {days.map((day) => (
                <CalendarCell
                  key={day}
                  court={court}
                  day={day}
                  today={today}
                  entries={cells.get(cellKey(court.id, day)) ?? []}
                  selection={selection}
                />
              ))}
            </div>
          </div>
        )}
      </div>
    </section>
  );
}
