import type { FoundBooking } from '@courtly/contracts/admin-bookings';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ApiError, errorMessage } from '../../lib/api';
import { useSearchState } from '../../lib/search-state';
import { useOptionalData } from '../../lib/use-optional-data';
import { AdminLayout } from '../../resources/admin/admin-layout';
import {
  bookingCountsQuery,
  bookingSearchQuery,
} from '../../resources/admin/booking-search-queries';
import { BookingBadge } from '../../resources/booking/booking-badge';
import { bookingStatusLabels, paymentLabels } from '../../resources/admin/booking-search-labels';
import { pastStateLink, timelineLink } from '../../resources/audit/timeline-link';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Tabs } from '../../ui/tabs';
import { CourtTime } from '../../ui/time';
import { AdminList } from './admin-list';
import { BookingActions } from './booking-actions';
import { BookingFilters } from './booking-filters';
import { TextLink } from '../../ui/text-link';

const statusTabs = ['all', ...Object.keys(bookingStatusLabels)] as const;

export function AdminBookingsPage() {
  const [searchParams, updateSearch] = useSearchState();
  const counts = useOptionalData({
    ...bookingCountsQuery(searchParams),
    placeholderData: keepPreviousData,
  });
  const status = searchParams.get('status') ?? 'all';
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <AdminLayout
      title="Bookings"
      lead="Find bookings and their payments. Courtly records whose bookings you see."
    >
      <BookingFilters searchParams={searchParams} onChange={updateSearch} />
      <Tabs
        label="Status"
        value={status}
        onChange={(tab) => updateSearch({ status: tab === 'all' ? '' : tab })}
        tabs={statusTabs.map((tab) => ({
          value: tab,
          label: tab === 'all' ? 'All' : bookingStatusLabels[tab as FoundBooking['status']],
          count: tab === 'all' ? total : counts?.[tab as FoundBooking['status']],
          panel: <FoundBookings searchParams={searchParams} />,
        }))}
      />
    </AdminLayout>
  );
}

function FoundBookings({ searchParams }: { searchParams: URLSearchParams }) {
  const bookingPages = useInfiniteQuery({
    ...bookingSearchQuery(searchParams),
    placeholderData: keepPreviousData,
  });
  const { error } = bookingPages;
  // A retry would be refused again.
  if (error instanceof ApiError && error.status === 400)
    return (
      <p role="alert" className="text-bad">
        {errorMessage(error, 'Unable to load bookings')}
      </p>
    );
  return (
    <AdminList
      query={bookingPages}
      label="Bookings"
      itemsLabel="bookings"
      emptyState={<EmptyState title="No bookings">No bookings match your search.</EmptyState>}
      renderRow={(booking) => <BookingRow key={booking.id} booking={booking} />}
    />
  );
}

function BookingRow({ booking }: { booking: FoundBooking }) {
  const { id, court, player, host, status, paymentStatus, totalAmount, moneyCaseId } = booking;
  const personLink = (person: FoundBooking['player']) => (
    <TextLink to={`${paths.adminPage('users')}?${new URLSearchParams({ search: person.id })}`}>
      <bdi>{person.name}</bdi>
    </TextLink>
  );
  const isOver = status === 'completed' || status === 'cancelled';
  return (
    <li className="grid gap-2 border-b border-rule py-5 wrap-anywhere">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          className="font-display text-xl hover:underline"
          to={`${paths.adminPage('courts')}?${new URLSearchParams({ search: court.id })}`}
        >
          <bdi>{court.name}</bdi>
        </Link>
        <span className="figures font-semibold">{`$${totalAmount}`}</span>
        <BookingBadge status={status} />
        <Badge tone={moneyCaseId ? 'bad' : 'neutral'}>{paymentLabels[paymentStatus]}</Badge>
      </p>
      <CourtTime hour={booking} />
      <p className="text-quiet">
        Player: {personLink(player)}, host: {personLink(host)}
      </p>
      <div className="mt-1 flex flex-wrap gap-3">
        <BookingActions booking={booking} isOver={isOver} />
        {moneyCaseId && (
          <LinkButton size="sm" variant="outline" to={paths.adminMoney}>
            Money Case
          </LinkButton>
        )}
        <LinkButton
          size="sm"
          variant="quiet"
          to={timelineLink('booking', id)}
          className="first:-ml-3.5"
        >
          Timeline
          <span className="sr-only"> of the booking {id}</span>
        </LinkButton>
        <LinkButton size="sm" variant="quiet" to={pastStateLink('booking', id)}>
          Past State
          <span className="sr-only"> of the booking {id}</span>
        </LinkButton>
      </div>
    </li>
  );
}
