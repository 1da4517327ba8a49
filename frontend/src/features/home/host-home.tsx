import type { HostBooking } from '@courtly/contracts/bookings';
import type { User } from '@courtly/contracts/identity';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { addDays } from '../../lib/days';
import { dayInZone, formatMoney } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { hostBookingsQuery, hostRequestsQuery } from '../../resources/booking/booking-queries';
import { HostBookingRows } from '../../resources/booking-actions/host-booking-rows';
import { hostFiguresQuery } from '../../resources/hosting/hosting-queries';
import { totalNotes } from '../../resources/hosting/total-notes';
import { OpenConversation } from '../../resources/message/open-conversation';
import { displayName } from '../../resources/session/session';
import { LinkButton } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { LoadErrors } from '../../ui/load-error';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { TextLink } from '../../ui/text-link';
import { Heading, Section } from '../../ui/heading';

const WEEK_DAYS = 7;
const confirmedQuery = hostBookingsQuery({ when: 'upcoming', status: 'confirmed', limit: 100 });

/** Splits bookings into those of today and of the six days after it, in each court's time zone. */
export const todayAndWeek = (hostBookings: readonly HostBooking[], currentTime: string) => {
  const daysAhead = (booking: HostBooking) => {
    const courtToday = dayInZone(currentTime, booking);
    const bookingDay = dayInZone(booking.startTime, booking);
    if (bookingDay <= courtToday) return 0;
    return bookingDay < addDays(courtToday, WEEK_DAYS) ? 1 : 2;
  };
  return {
    today: hostBookings.filter((hostBooking) => daysAhead(hostBooking) === 0),
    week: hostBookings.filter((hostBooking) => daysAhead(hostBooking) === 1),
  };
};

export function HostHome({ user }: { user: User }) {
  const figuresQuery = useQuery(hostFiguresQuery);
  const { data: hostFigures } = figuresQuery;
  const hasNoCourts = hostFigures?.courts.listed === 0;
  return (
    <div className="page pt-8 md:pt-12">
      <p className="eyebrow">Welcome</p>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="min-w-0 font-display text-5xl leading-none tracking-tight break-words">
          {displayName(user)}
        </h1>
        <nav aria-label="Hosting" className="flex flex-wrap gap-3">
          <LinkButton to={paths.hostDashboard} variant="outline">
            Host Dashboard
          </LinkButton>
          <LinkButton to={paths.hostCalendar} variant="outline">
            Calendar
          </LinkButton>
        </nav>
      </div>
      {hasNoCourts ? (
        <EmptyState
          className="mt-10"
          title="List your court"
          action={<LinkButton to={paths.newCourt}>List Your Court</LinkButton>}
        >
          All you need is a name, a surface, a rate, and a city. You approve every request and set
          your own hours.
        </EmptyState>
      ) : (
        <>
          <LoadErrors label="your figures" queries={[figuresQuery]} />
          <StatRow className="mt-10">
            <StatCard label="Awaiting your response" value={hostFigures?.pending ?? '–'} />
            <StatCard
              label="Upcoming bookings"
              value={hostFigures?.upcoming ?? '–'}
              note={totalNotes.upcomingBookings}
            />
            <StatCard
              label="Upcoming earnings"
              value={hostFigures ? formatMoney(hostFigures.total.expected) : '–'}
              note={totalNotes.upcoming}
            />
            <StatCard
              label="Earned this month"
              value={hostFigures ? formatMoney(hostFigures.month.earned) : '–'}
              note={totalNotes.earned}
            />
          </StatRow>
          <PendingRequests />
          <ConfirmedBookings />
          <OpenConversation />
        </>
      )}
    </div>
  );
}

function PendingRequests() {
  const requestsQuery = useInfiniteQuery(hostRequestsQuery);
  return (
    <Section title="Requests awaiting your response" className="mt-12">
      <QueryPanel query={requestsQuery} label="requests">
        {({ items }) =>
          items.length > 0 ? (
            <HostBookingRows bookings={items} />
          ) : (
            <p className="text-quiet">No requests are waiting.</p>
          )
        }
      </QueryPanel>
      <LoadMore query={requestsQuery} itemLabel="requests" />
    </Section>
  );
}

function ConfirmedBookings() {
  const currentTime = useNow();
  const confirmedBookings = useInfiniteQuery(confirmedQuery);
  return (
    <QueryPanel query={confirmedBookings} label="bookings">
      {({ items }) => {
        const { today, week } = todayAndWeek(items, currentTime);
        return (
          <>
            <BookingsOfDays title="Today" bookings={today} none="No bookings today." />
            <BookingsOfDays
              title="This week"
              bookings={week}
              none="Nothing is booked on the following days."
            />
            <p className="mt-6">
              <TextLink to={paths.hostTab('bookings')}>All Bookings</TextLink>
            </p>
          </>
        );
      }}
    </QueryPanel>
  );
}

function BookingsOfDays({
  title,
  bookings,
  none,
}: {
  title: string;
  bookings: readonly HostBooking[];
  none: string;
}) {
  return (
    <section aria-label={title} className="mt-12">
      <Heading level={2} className="mb-4">
        {title}
      </Heading>
      {bookings.length > 0 ? (
        <HostBookingRows bookings={bookings} />
      ) : (
        <p className="text-quiet">{none}</p>
      )}
    </section>
  );
}
