import type { HostBooking } from '@courtly/contracts/bookings';
import type { Court } from '@courtly/contracts/courts';
import { earned } from '../../lib/earnings';
import { money, shortMoney } from '../../lib/format';
import { useSearchState } from '../../lib/search-state';
import { EmptyState } from '../../ui/empty-state';
import { RadioGroup } from '../../ui/radio-group';
import {
  bookingsPerMonth,
  earningsPerMonth,
  heldIn,
  periodOf,
  usageByCourt,
  usageByWeekday,
  usageOf,
  usageOverall,
} from './analytics';
import { Figure } from './figure';

/** With fewer bookings a chart would say nothing. */
const FEWEST = 3;

const periods = [
  { value: '3', label: '3 months' },
  { value: '6', label: '6 months' },
  { value: '12', label: '12 months' },
] as const;
type Period = (typeof periods)[number]['value'];

type Props = { courts: readonly Court[]; bookings: readonly HostBooking[] };

/** What the bookings of a period amount to. */
export function AnalyticsTab({ courts, bookings }: Props) {
  const [query, change] = useSearchState();
  const period: Period = periods.find(({ value }) => value === query.get('months'))?.value ?? '6';
  const now = new Date().toISOString();
  const months = periodOf(courts, now, Number(period));
  const held = heldIn(bookings, months);
  return (
    <>
      <RadioGroup
        legend="Period"
        hideLegend
        choices={periods}
        value={period}
        onChange={(value) => change({ months: value })}
        className="mb-10 max-w-md grid-cols-3"
        choiceClassName="min-h-11"
      />
      {held.length < FEWEST ? (
        <EmptyState title="Too little to chart yet">
          {`${held.length === 0 ? 'There are no bookings' : held.length === 1 ? 'There is one booking' : `There are ${held.length} bookings`} in these months. Charts begin with the third.`}
        </EmptyState>
      ) : (
        <Figures courts={courts} bookings={held} months={months} now={now} />
      )}
    </>
  );
}

function Figures({ courts, bookings, months, now }: Props & { months: readonly string[]; now: string }) {
  const open = courts.filter(({ isActive }) => isActive);
  const uses = open.map((court) => usageOf(court, bookings, months[0]!, now));
  const perMonth = bookingsPerMonth(bookings, months);
  const earnings = earningsPerMonth(bookings, months);
  const overall = usageOverall(uses);
  const share = (value: number) => `${Number(value.toFixed(2))}%`;
  return (
    <div className="grid gap-x-12 gap-y-14 lg:grid-cols-2">
      <Figure
        title="Bookings"
        total={`${bookings.length} in ${months.length} months`}
        note="By the month in which they start; cancelled ones left out."
        heads={['Month', 'Bookings']}
        bars={perMonth}
        axis={String}
        whole
      />
      <Figure
        title="Earnings"
        total={`${money(earned(bookings))} in ${months.length} months`}
        note="Payouts of completed bookings, by the month in which they were played."
        heads={['Month', 'Payouts']}
        bars={earnings}
        axis={(value) => shortMoney(String(value))}
      />
      <Figure
        title="Use by weekday"
        total={`${overall} played`}
        note="Played hours of those that the weekly hours of today's active courts offer, until yesterday. Closed hours are not taken off."
        heads={['Weekday', 'Played']}
        bars={usageByWeekday(uses)}
        axis={share}
      />
      {open.length > 1 && (
        <Figure
          title="Use by court"
          total={`${overall} played`}
          note="Measured in the same way, from the day after a court was listed."
          heads={['Court', 'Played']}
          bars={usageByCourt(open, uses)}
          axis={share}
          lying
        />
      )}
    </div>
  );
}
