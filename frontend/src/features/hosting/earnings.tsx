import type { HostBooking } from '@courtly/contracts/bookings';
import type { EarningsOfMonth } from '@courtly/contracts/hosting';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { hostBookingsQuery } from '../../resources/booking/booking-queries';
import { Link } from 'react-router-dom';
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
import { splitOf } from './earnings-rows';
import { monthOfBooking, monthLabel } from '../../lib/months';
import { PayoutStatus } from './payout-status';

const NOTHING = '0.00';

/** Completed bookings with their payouts, by month, latest first. */
export function Earnings() {
  const completed = useInfiniteQuery(hostBookingsQuery({ status: 'completed' }));
  const isPaid = useQuery(payoutAccountQuery).data?.isNeeded;
  return (
    <>
      <PayoutStatus />
      <QueryPanel query={useQuery(hostEarningsQuery)} label="earnings">
        {(all) => {
          const months = all.filter((month) => month.completed > 0 || month.lateFees !== NOTHING);
          if (months.length === 0)
            return (
              <EmptyState title="No earnings yet">
                Your completed bookings and their payouts appear here.
              </EmptyState>
            );
          return (
            <>
              <p className="mb-8 max-w-prose text-quiet">
                Players pay your rate plus a service fee. Courtly keeps its share of the total, and
                the rest is your payout. These are the agreed amounts
                {isPaid ? (
                  <>
                    ; for what was paid out, see{' '}
                    <Link to={paths.hostEarnings} className="underline underline-offset-4">
                      paid earnings
                    </Link>
                    .
                  </>
                ) : (
                  '. Courtly does not take payments yet.'
                )}
              </p>
              <QueryPanel query={completed} label="completed bookings">
                {({ items }) => (
                  <div className="grid gap-12">
                    {months.map((month) => (
                      <Month
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
              <LoadMore query={completed} of="bookings" />
            </>
          );
        }}
      </QueryPanel>
    </>
  );
}

type MonthProps = { earnings: EarningsOfMonth; bookings: readonly HostBooking[] };

function Month({ earnings: { month, completed, earned, lateFees }, bookings }: MonthProps) {
  return (
    <section aria-labelledby={month}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-brass-line pb-3">
        <h2 id={month} className="font-display text-2xl">
          {monthLabel(month)}
        </h2>
        <p className="text-quiet">
          {completed} {completed === 1 ? 'booking' : 'bookings'}
          <span className="figures ml-4 font-display text-2xl text-ink">{formatMoney(earned)}</span>
        </p>
      </div>
      {lateFees !== NOTHING && (
        <p className="flex justify-between gap-6 border-b border-rule py-3 text-quiet">
          Your share of late cancellation fees
          <span className="figures">{formatMoney(lateFees)}</span>
        </p>
      )}
      <DataTable
        label={`Bookings in ${monthLabel(month)}`}
        columns={columns}
        rows={bookings}
        rowKey={({ id }) => id}
        stacked
      />
    </section>
  );
}

const amount = (
  head: string,
  part: keyof ReturnType<typeof splitOf>,
  strong = false,
): TableColumn<HostBooking> => ({
  head,
  cell: (booking) => formatMoney(splitOf(booking)[part]),
  numeric: true,
  strong,
});

const columns: readonly TableColumn<HostBooking>[] = [
  { head: 'Booking', cell: (booking) => <EarnedBooking {...booking} /> },
  amount('Rate', 'rate'),
  amount('Service fee', 'fee'),
  amount("Player's total", 'total'),
  amount("Courtly's share", 'share'),
  amount('Your payout', 'payout', true),
];

function EarnedBooking({ court, startTime, endTime, zone, user }: HostBooking) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <p dir="auto" className="font-display text-xl">
        {court.name}
      </p>
      <CourtTime start={startTime} end={endTime} zone={zone} />
      <p className="text-quiet">{fullName(user)}</p>
    </div>
  );
}
