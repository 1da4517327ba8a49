import type { HostBooking } from '@courtly/contracts/bookings';
import { past } from '../../lib/bookings';
import { BookingRows } from '../../ui/booking-rows';
import { EmptyState } from '../../ui/empty-state';
import { Price } from '../../ui/price';

/** What each completed booking pays, the latest first. */
export function Earnings({ bookings }: { bookings: readonly HostBooking[] }) {
  const completed = past(bookings);
  return completed.length === 0 ? (
    <EmptyState title="No earnings yet">Completed bookings and what they pay stand here.</EmptyState>
  ) : (
    <BookingRows
      bookings={completed}
      actions={({ payoutAmount }) => <Price amount={payoutAmount} className="font-display text-2xl" />}
    />
  );
}
