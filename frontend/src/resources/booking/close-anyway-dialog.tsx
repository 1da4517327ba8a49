import type { HostBooking } from '@courtly/contracts/bookings';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { addMoney } from '../../lib/money';
import { fullName } from '../session/person-labels';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { LoadError } from '../../ui/load-error';
import { Price } from '../../ui/price';
import { Loading, Skeleton } from '../../ui/skeleton';

type CloseAnywayDialogProps = {
  bookings: readonly HostBooking[];
  /** The number of affected bookings. A very recent one may not be loaded yet. */
  count: number;
  /** The query of the bookings. It has data, so it remains an error during a retry. */
  query: Pick<UseInfiniteQueryResult, 'isError' | 'errorUpdateCount' | 'isFetching' | 'refetch'>;
  /** Formats the time of a booking. */
  timesOf: (booking: HostBooking) => string;
  day: string;
  onConfirm: () => void;
  onClose: () => void;
};

const compareStart = (firstBooking: HostBooking, secondBooking: HostBooking) =>
  firstBooking.startTime < secondBooking.startTime ? -1 : 1;

/** Lists the bookings that a closure cancels, and asks for confirmation. */
export function CloseAnywayDialog({
  bookings,
  count,
  query,
  timesOf,
  day,
  onConfirm,
  onClose,
}: CloseAnywayDialogProps) {
  const isSingle = count === 1;
  const isComplete = bookings.length === count;
  return (
    <Dialog
      open
      onClose={onClose}
      title="These hours are booked"
      description={day}
      footer={
        <>
          <CloseButton>Keep Hours Open</CloseButton>
          <Button variant="danger" disabled={!isComplete} onClick={onConfirm}>
            Close Anyway and Refund
          </Button>
        </>
      }
    >
      {isComplete ? (
        <>
          <ul className="border-t border-rule">
            {bookings.toSorted(compareStart).map((booking) => (
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
            Closing cancels {isSingle ? 'this booking' : `these ${count} bookings`}.{' '}
            {isSingle ? 'The player gets' : 'The players get'} a full refund, including the fee:{' '}
            <Price
              amount={addMoney(bookings.map(({ totalAmount }) => totalAmount))}
              className="font-semibold"
            />
            . You won't be paid for {isSingle ? 'it' : 'them'}, and reopening the hours won't
            restore {isSingle ? 'it' : 'them'}.
          </p>
        </>
      ) : query.isError ? (
        <LoadError
          className=""
          label="the bookings"
          errorCount={query.errorUpdateCount}
          busy={query.isFetching}
          onRetry={query.refetch}
        />
      ) : (
        <Loading label="Loading the bookings">
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Dialog>
  );
}
