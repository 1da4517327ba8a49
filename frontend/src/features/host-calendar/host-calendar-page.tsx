import type { ZonedCourt } from '@courtly/contracts/courts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { paths } from '../../config/paths';
import { addDays, dayFromDate, dayLabel, isCalendarDay } from '../../lib/days';
import { PageMeta } from '../../lib/page-meta';
import { useSearchState } from '../../lib/search-state';
import { useNow } from '../../lib/use-now';
import { hostBookingsQuery } from '../../resources/booking/booking-queries';
import { ownerClosuresQuery } from '../../resources/court/court-queries';
import { hostCourtsQuery } from '../../resources/court/court-queries';
import { Button, LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { hasFailed, LoadError } from '../../ui/load-error';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { RadioGroup } from '../../ui/radio-group';
import {
  orderedDays,
  daysInView,
  periodLabel,
  stepCalendar,
  type CalendarView,
} from './calendar-days';
import { entriesByCell } from './calendar-entries';
import { CloseDaysBar } from './close-days-bar';
import { CourtCalendar } from './court-calendar';
import { TimeGrid } from './time-grid';
import { type DaySelection, useDayRange } from './use-day-range';
import { Heading } from '../../ui/heading';

const viewChoices = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;

const NARROW_WINDOW = 768;

export function HostCalendarPage() {
  const courtsQuery = useInfiniteQuery(hostCourtsQuery);
  const [searchParams, updateSearch] = useSearchState();
  const requestedView = searchParams.get('view');
  // A phone has room for one day. Turning it does not change the view.
  const [defaultView] = useState<CalendarView>(() => (innerWidth < NARROW_WINDOW ? 'day' : 'week'));
  const calendarView: CalendarView =
    viewChoices.find(({ value }) => value === requestedView)?.value ?? defaultView;
  const now = useNow();
  const requestedDate = searchParams.get('date') ?? '';
  const selectedDay = isCalendarDay(requestedDate) ? requestedDate : dayFromDate(new Date(now));
  const stepView = (direction: 1 | -1) =>
    updateSearch({ date: stepCalendar(calendarView, selectedDay, direction) });
  return (
    <div className="page pt-10">
      <PageMeta title="Calendar" description="Bookings and closures across all your courts." />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <Heading level={1}>Calendar</Heading>
        <LinkButton to={paths.ownerAvailability} variant="outline">
          Availability
        </LinkButton>
      </div>
      <div className="mt-6 mb-8 flex flex-wrap items-center justify-between gap-x-2 gap-y-4">
        <div className="flex grow items-center gap-2 sm:grow-0">
          <Button
            variant="outline"
            size="icon"
            aria-label={`Previous ${calendarView}`}
            onClick={() => stepView(-1)}
          >
            <ChevronLeft size={19} strokeWidth={1.6} aria-hidden />
          </Button>
          <p
            role="status"
            className="figures min-w-0 grow text-center font-display text-xl sm:min-w-44"
          >
            {periodLabel(calendarView, selectedDay)}
          </p>
          <Button
            variant="outline"
            size="icon"
            aria-label={`Next ${calendarView}`}
            onClick={() => stepView(1)}
          >
            <ChevronRight size={19} strokeWidth={1.6} aria-hidden />
          </Button>
        </div>
        <Button variant="quiet" onClick={() => updateSearch({ date: '' })}>
          Today
        </Button>
        <RadioGroup
          legend="Show"
          segmented
          choices={viewChoices}
          value={calendarView}
          onChange={(nextView) => updateSearch({ view: nextView })}
          className="ml-auto w-72 max-w-full grid-cols-3"
        />
      </div>
      <QueryPanel query={courtsQuery} label="your courts">
        {({ items }) =>
          items.length > 0 ? (
            <CourtCalendars courts={items} view={calendarView} day={selectedDay} />
          ) : (
            <EmptyState
              title="No courts yet"
              action={<LinkButton to={paths.newCourt}>List Your Court</LinkButton>}
            >
              List a court to see its calendar here.
            </EmptyState>
          )
        }
      </QueryPanel>
      <LoadMore query={courtsQuery} itemLabel="courts" />
    </div>
  );
}

/** The selected days or hours. The key stays the same while the selection grows. */
const selectedRange = (daySelection: DaySelection, hourSelection: DaySelection) => {
  if (daySelection.range) {
    const { courtId, anchor, focus } = daySelection.range;
    const [from, to] = orderedDays(anchor, focus);
    return { key: `${courtId} ${anchor}`, courtId, range: { from, to } };
  }
  if (!hourSelection.range) return null;
  const { courtId: columnKey, anchor, focus } = hourSelection.range;
  const [courtId, day] = columnKey.split(' ') as [string, string];
  const [firstHour, lastHour] = orderedDays(anchor, focus).map(Number) as [number, number];
  return { key: `${columnKey} ${anchor}`, courtId, range: { day, firstHour, lastHour } };
};

/** A selection that clears another one when it starts. */
const replacing = (otherSelection: DaySelection, selection: DaySelection): DaySelection => ({
  ...selection,
  press: (...range) => {
    otherSelection.clear();
    selection.press(...range);
  },
  grab: (...range) => {
    otherSelection.clear();
    selection.grab(...range);
  },
  choose: (...range) => {
    otherSelection.clear();
    selection.choose(...range);
  },
});

type CourtCalendarsProps = { courts: readonly ZonedCourt[]; view: CalendarView; day: string };

function CourtCalendars({ courts, view, day: selectedDay }: CourtCalendarsProps) {
  const visibleDays = daysInView(view, selectedDay);
  const [firstDay, lastDay] = [visibleDays[0]!, visibleDays.at(-1)!];
  const dayRange = useDayRange();
  const hourRange = useDayRange();
  const daySelection = replacing(hourRange, dayRange);
  const hourSelection = replacing(dayRange, hourRange);
  const closuresQuery = useQuery({
    ...ownerClosuresQuery(firstDay, lastDay),
    placeholderData: keepPreviousData,
  });
  // Courts may be ahead of or behind UTC, so this loads one more day on each side.
  const bookingPeriod = {
    from: `${addDays(firstDay, -1)}T00:00:00Z`,
    until: `${addDays(lastDay, 2)}T00:00:00Z`,
  };
  const bookingsQuery = useInfiniteQuery({
    ...hostBookingsQuery({ ...bookingPeriod, limit: 100 }),
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, isFetching, isFetchNextPageError, errorUpdateCount, fetchNextPage } =
    bookingsQuery;
  const canLoadNextPage = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (canLoadNextPage) void fetchNextPage();
  }, [canLoadNextPage, fetchNextPage]);

  const selected = selectedRange(daySelection, hourSelection);
  const selectedCourt = courts.find(({ id }) => id === selected?.courtId);
  const clearSelection = () => {
    daySelection.clear();
    hourSelection.clear();
  };
  const dropAll = () => {
    daySelection.drop();
    hourSelection.drop();
  };
  const [shown, setShown] = useState({ view, firstDay });
  if (shown.view !== view || shown.firstDay !== firstDay) {
    setShown({ view, firstDay });
    hourSelection.clear();
    // A range of days may start in one week or month and end in another.
    if (shown.view !== view) daySelection.clear();
  }
  return (
    <QueryPanel query={bookingsQuery} label="bookings">
      {({ items }) => {
        const entriesByKey = entriesByCell(courts, items, closuresQuery.data ?? []);
        return (
          <>
            <p className="mb-6 text-quiet">
              {view === 'month'
                ? 'Choose a day, or the first and last day of a range, to close it.'
                : 'Drag over hours to close them, or choose the first and the last one; the arrow keys move between hours. The number of a day closes the whole day.'}{' '}
              All times are in each court's time zone.
            </p>
            {isFetchNextPageError && (
              <LoadError
                className="mb-6"
                label="all bookings"
                errorCount={errorUpdateCount}
                busy={isFetching}
                onRetry={fetchNextPage}
              />
            )}
            {(closuresQuery.isError || hasFailed(closuresQuery)) && (
              <LoadError
                className="mb-6"
                label="closures"
                errorCount={closuresQuery.errorUpdateCount}
                busy={closuresQuery.isFetching}
                onRetry={closuresQuery.refetch}
              />
            )}
            <div className="grid gap-10">
              {view === 'day' ? (
                <section
                  aria-label={dayLabel(firstDay)}
                  className="overflow-x-auto rounded-sm border border-rule"
                  onPointerUp={dropAll}
                  onPointerLeave={dropAll}
                >
                  <div style={{ minWidth: `${4 + 8 * courts.length}rem` }}>
                    <TimeGrid
                      columns={courts.map((court) => ({ court, day: firstDay }))}
                      titleOf={({ court }) => <bdi>{court.name}</bdi>}
                      cells={entriesByKey}
                      daySelection={daySelection}
                      hourSelection={hourSelection}
                    />
                  </div>
                </section>
              ) : (
                courts.map((court) => (
                  <CourtCalendar
                    key={court.id}
                    court={court}
                    view={view}
                    days={visibleDays}
                    cells={entriesByKey}
                    selection={daySelection}
                    hourSelection={hourSelection}
                  />
                ))
              )}
            </div>
            {selectedCourt && selected && (
              <CloseDaysBar
                key={selected.key}
                court={selectedCourt}
                range={selected.range}
                bookings={items}
                query={bookingsQuery}
                onDone={clearSelection}
              />
            )}
          </>
        );
      }}
    </QueryPanel>
  );
}
