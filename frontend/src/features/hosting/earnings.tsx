import type { HostBooking } from '@courtly/contracts/bookings';
import type { EarningsOfMonth, HostFigures } from '@courtly/contracts/hosting';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { hostBookingsQuery } from '../../resources/booking/booking-queries';
import { paths } from '../../config/paths';
import { formatMoney } from '../../lib/format';
import { hostEarningsQuery } from '../../resources/hosting/hosting-queries';
import { payoutAccountQuery } from '../../resources/hosting/payout-queries';
import { fullName } from '../../resources/session/person-labels';
import { type TableColumn, DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { CourtTime } from '../../ui/time';
import { EarningTotals } from './earning-totals';
import { splitAmounts } from './earnings-rows';
import { monthOfBooking, monthLabel } from '../../lib/months';
import { useOptionalData } from '../../lib/use-optional-data';
import { PayoutStatus } from './payout-status';
import { TextLink } from '../../ui/text-link';
import { Heading } from '../../ui/heading';

const ZERO_AMOUNT = '0.00';

/** The earnings by month, newest first, with their completed bookings. */
export function Earnings({ figures }: { figures: HostFigures | undefined }) {
  const completedBookings = useInfiniteQuery(hostBookingsQuery({ status: 'completed' }));
  const payoutAccount = useOptionalData(payoutAccountQuery);
  return (
    <>
      <PayoutStatus />
      {figures && <EarningTotals figures={figures} />}
      <QueryPanel query={useQuery(hostEarningsQuery)} label="earnings">
        {(monthlyEarnings) => {
          const earningMonths = monthlyEarnings.filter(
            ({ earned, expected, completed }) =>
              completed > 0 || earned !== ZERO_AMOUNT || expected !== ZERO_AMOUNT,
          );
          if (earningMonths.length === 0)
            return (
              <EmptyState title="No earnings yet">
                Your confirmed and completed bookings and their payouts appear here.
              </EmptyState>
            );
          return (
            <>
              <p className="mb-8 max-w-prose text-quiet">
                Players pay your rate plus a service fee. Courtly keeps its share of the total, and
                the rest is your payout. These are the agreed amounts
                {payoutAccount?.isNeeded ? (
                  <>
                    ; for the amounts paid out, see{' '}
                    <TextLink to={paths.hostEarnings}>paid earnings</TextLink>.
                  </>
                ) : (
                  '.'
                )}
                {payoutAccount?.isNeeded === false && " Courtly doesn't take payments yet."}
              </p>
              <QueryPanel query={completedBookings} label="completed bookings">
                {({ items }) => (
                  <div className="grid gap-12">
                    {earningMonths.map((month) => (
                      <MonthEarnings
                        key={month.month}
                        earnings={month}
                        bookings={items.filter(
                          (booking) => monthOfBooking(booking) === month.month,
                        )}
                      />
                    ))}
                  </div>
                )}
              </QueryPanel>
              <LoadMore query={completedBookings} itemLabel="bookings" />
            </>
          );
        }}
      </QueryPanel>
    </>
  );
}

type MonthEarningsProps = { earnings: EarningsOfMonth; bookings: readonly HostBooking[] };

function MonthEarnings({
  earnings: { month, completed, earned, lateFees, expected },
  bookings,
}: MonthEarningsProps) {
  return (
    <section aria-labelledby={month}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-brass-line pb-3">
        <Heading level={2} id={month}>
          {monthLabel(month)}
        </Heading>
        <p className="text-quiet">
          {completed} completed {completed === 1 ? 'booking' : 'bookings'}
          <span className="figures ml-4 font-display text-2xl text-ink">{formatMoney(earned)}</span>
        </p>
      </div>
      {lateFees !== ZERO_AMOUNT && (
        <p className="flex justify-between gap-6 border-b border-rule py-3 text-quiet">
          Including your share of late cancellations
          <span className="figures">{formatMoney(lateFees)}</span>
        </p>
      )}
      {expected !== ZERO_AMOUNT && (
        <p className="flex justify-between gap-6 border-b border-rule py-3 text-quiet">
          Upcoming, not included
          <span className="figures">{formatMoney(expected)}</span>
        </p>
      )}
      {bookings.length > 0 && (
        <DataTable
          label={`Bookings in ${monthLabel(month)}`}
          columns={earningColumns.filter(
            (column) => column !== taxColumn || bookings.some(({ tax }) => tax !== null),
          )}
          rows={bookings}
          rowKey={({ id }) => id}
          stacked
        />
      )}
    </section>
  );
}

const amountColumn = (
  head: string,
  field: keyof ReturnType<typeof splitAmounts>,
  isStrong = false,
): TableColumn<HostBooking> => ({
  head,
  cell: (booking) => formatMoney(splitAmounts(booking)[field]),
  numeric: true,
  strong: isStrong,
});

const taxColumn = amountColumn('Tax', 'tax');

const earningColumns: readonly TableColumn<HostBooking>[] = [
  { head: 'Booking', cell: (booking) => <EarnedBooking booking={booking} /> },
  amountColumn('Rate', 'rate'),
  amountColumn('Service fee', 'fee'),
  taxColumn,
  amountColumn("Player's total", 'total'),
  amountColumn("Courtly's share", 'share'),
  amountColumn('Your payout', 'payout', true),
];

function EarnedBooking({ booking }: { booking: HostBooking }) {
  const { court, user } = booking;
  return (
    <div className="min-w-0 wrap-anywhere">
      <p dir="auto" className="font-display text-xl">
        {court.name}
      </p>
      <CourtTime hour={booking} />
      <p className="text-quiet">{fullName(user)}</p>
    </div>
  );
}
