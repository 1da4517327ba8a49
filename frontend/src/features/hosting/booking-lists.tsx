import { useInfiniteQuery } from '@tanstack/react-query';
import { hostBookingsQuery, hostRequestsQuery } from '../../resources/booking/booking-queries';
import { HostBookingRows } from '../../resources/booking-actions/host-booking-rows';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { Heading } from '../../ui/heading';

const bookingLists = [
  { title: 'Pending', label: 'pending bookings', query: hostRequestsQuery },
  {
    title: 'Upcoming',
    label: 'upcoming bookings',
    query: hostBookingsQuery({ when: 'upcoming', status: 'confirmed' }),
  },
  { title: 'Past', label: 'past bookings', query: hostBookingsQuery({ when: 'past' }) },
] as const;

export function BookingLists() {
  return (
    <div className="grid gap-12">
      {bookingLists.map((list) => (
        <BookingList key={list.title} {...list} />
      ))}
    </div>
  );
}

function BookingList({ title, label, query }: (typeof bookingLists)[number]) {
  const bookings = useInfiniteQuery(query);
  return (
    <section>
      <Heading level={2} className="mb-4">
        {title}
      </Heading>
      <QueryPanel query={bookings} label={label}>
        {({ items }) =>
          items.length > 0 ? (
            <HostBookingRows bookings={items} />
          ) : (
            <EmptyState title={`No ${label}`} />
          )
        }
      </QueryPanel>
      <LoadMore query={bookings} itemLabel={label} />
    </section>
  );
}
