import type { HostBooking } from '@courtly/contracts/bookings';
import { money } from '../../lib/format';
import { EmptyState } from '../../ui/empty-state';
import { CourtTime } from '../../ui/time';
import { earningsByMonth, splitOf } from './earnings-rows';
import { monthWords } from './months';

/** What each completed booking pays and why, month by month, the latest first. */
export function Earnings({ bookings }: { bookings: readonly HostBooking[] }) {
  const months = earningsByMonth(bookings);
  if (months.length === 0)
    return <EmptyState title="No earnings yet">Completed bookings and what they pay stand here.</EmptyState>;
  return (
    <>
      <p className="mb-8 max-w-prose text-quiet">
        A player pays your rate and a service fee. Courtly keeps its share of the total; the rest is your payout.
      </p>
      <div className="grid gap-12">
        {months.map(({ month, total, bookings: rows }) => (
          <section key={month} aria-labelledby={month}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-brass-line pb-3">
              <h2 id={month} className="font-display text-2xl">
                {monthWords(month)}
              </h2>
              <p className="text-quiet">
                {rows.length} {rows.length === 1 ? 'booking' : 'bookings'}
                <span className="figures ml-4 font-display text-2xl text-ink">{money(total)}</span>
              </p>
            </div>
            <ul>
              {rows.map((booking) => (
                <EarningsRow key={booking.id} booking={booking} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function EarningsRow({ booking }: { booking: HostBooking }) {
  const { rate, fee, total, share, payout } = splitOf(booking);
  const parts = [
    ['Rate', rate],
    ['Service fee', fee],
    ['Player paid', total],
    ["Courtly's share", share],
    ['Your payout', payout],
  ] as const;
  return (
    <li className="grid gap-4 border-b border-rule py-5 lg:grid-cols-[1fr_35rem] lg:items-center lg:gap-10">
      <div>
        <p className="font-display text-xl">{booking.court.name}</p>
        <CourtTime start={booking.startTime} end={booking.endTime} zone={booking.zone} />
      </div>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-5">
        {parts.map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-x-3 last:font-semibold sm:block lg:text-right">
            <dt className="text-sm font-normal text-quiet">{label}</dt>
            <dd className="figures">{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
