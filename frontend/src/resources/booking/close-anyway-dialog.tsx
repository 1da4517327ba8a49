import type { HostBooking } from '@courtly/contracts/bookings';
import { addMoney } from '../../lib/money';
import { fullName } from '../session/person-labels';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Price } from '../../ui/price';
import { Loading, Skeleton } from '../../ui/skeleton';

type Props = {
  bookings: readonly HostBooking[];
  /** How many they are: one that was made just now may not be here yet. */
  count: number;
  /** From when to when a booking is, as the day makes it clear. */
  timesOf: (booking: HostBooking) => string;
  day: string;
  onConfirm: () => void;
  onClose: () => void;
};

const byStart = (one: HostBooking, other: HostBooking) =>
  one.startTime < other.startTime ? -1 : 1;

/** Shows the bookings that a closure would end, and what that means, before it happens. */
export function CloseAnywayDialog({ bookings, count, timesOf, day, onConfirm, onClose }: Props) {
  const one = count === 1;
  const isComplete = bookings.length === count;
  return (
    <Dialog
      open
      onClose={onClose}
      title="These hours are booked"
      description={day}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Keep Hours Open
          </Button>
          <Button variant="danger" disabled={!isComplete} onClick={onConfirm}>
            Close anyway and refund
          </Button>
        </>
      }
    >
      {isComplete ? (
        <>
          <ul className="border-t border-rule">
            {bookings.toSorted(byStart).map((booking) => (
              <li
                key={booking.id}
                className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-3"
              >
                <span>
                  <span className="figures">{timesOf(booking)}</span>
                  <span className="block text-quiet">
                    {fullName(booking.user)}, {booking.status}
                  </span>
                </span>
                <Price amount={booking.totalAmount} />
              </li>
            ))}
          </ul>
          <p className="mt-5">
            Closing cancels {one ? 'this booking' : `these ${count} bookings`}.{' '}
            {one ? 'The player gets' : 'The players get'} everything back, fee included:{' '}
            <Price
              amount={addMoney(bookings.map(({ totalAmount }) => totalAmount))}
              className="font-semibold"
            />
            . You are paid nothing for {one ? 'it' : 'them'}, and opening the hours again does not
            bring {one ? 'it' : 'them'} back.
          </p>
        </>
      ) : (
        <Loading label="Loading the bookings">
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Dialog>
  );
}
