import type { ZonedCourt } from '@courtly/contracts/courts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { paths } from '../../config/paths';
import { addDays, dayFromDate, isCalendarDay } from '../../lib/days';
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
import { useDayRange } from './use-day-range';
import { Heading } from '../../ui/heading';

const viewChoices = [
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;

export function HostCalendarPage() {
  const courtsQuery = useInfiniteQuery(hostCourtsQuery);
  const [searchParams, updateSearch] = useSearchState();
  const calendarView: CalendarView = searchParams.get('view') === 'month' ? 'month' : 'week';
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
            className="figures min-w-40 grow text-center font-display text-xl sm:min-w-44"
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
          onChange={(nextView) => updateSearch({ view: nextView === 'week' ? '' : nextView })}
          className="ml-auto w-52 grid-cols-2"
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

type CourtCalendarsProps = { courts: readonly ZonedCourt[]; view: CalendarView; day: string };

function CourtCalendars({ courts, view, day: selectedDay }: CourtCalendarsProps) {
  const visibleDays = daysInView(view, selectedDay);
  const [firstDay, lastDay] = [visibleDays[0]!, visibleDays.at(-1)!];
  const selection = useDayRange();
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

  const selectedCourt = courts.find(({ id }) => id === selection.range?.courtId);
  return (
    <QueryPanel query={bookingsQuery} label="bookings">
      {({ items }) => {
        const entriesByKey = entriesByCell(courts, items, closuresQuery.data ?? []);
        return (
          <>
            <p className="mb-6 text-quiet">
              Choose a day, or the first and last day of a range, to close it. All times are in each
              court's time zone.
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
              {courts.map((court) => (
                <CourtCalendar
                  key={court.id}
                  court={court}
                  view={view}
                  days={visibleDays}
                  cells={entriesByKey}
                  selection={selection}
                />
              ))}
            </div>
            {selectedCourt && selection.range && (
              <CloseDaysBar
                key={`${selectedCourt.id} ${selection.range.anchor}`}
                court={selectedCourt}
                from={orderedDays(selection.range.anchor, selection.range.focus)[0]}
                to={orderedDays(selection.range.anchor, selection.range.focus)[1]}
                bookings={items}
                query={bookingsQuery}
                onDone={selection.clear}
              />
            )}
          </>
        );
      }}
    </QueryPanel>
  );
}
