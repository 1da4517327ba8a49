import type { Analytics } from '@courtly/contracts/hosting';
import { useQuery } from '@tanstack/react-query';
import { money, shortMoney } from '../../lib/format';
import { hostAnalyticsQuery } from '../../resources/hosting/hosting-queries';
import { useSearchState } from '../../lib/search-state';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { RadioGroup } from '../../ui/radio-group';
import { bookingsPerMonth, earningsPerMonth, shareByCourt, shareByWeekday, shareLabel } from './analytics';
import { ChartFigure } from '../../ui/chart-figure';

/** With fewer bookings a chart would say nothing. */
const FEWEST = 3;

const periods = [
  { value: '3', label: '3 months' },
  { value: '6', label: '6 months' },
  { value: '12', label: '12 months' },
] as const;
type Period = (typeof periods)[number]['value'];

/** What the bookings of a period amount to. */
export function AnalyticsTab() {
  const [query, change] = useSearchState();
  const period: Period = periods.find(({ value }) => value === query.get('months'))?.value ?? '6';
  const analytics = useQuery(hostAnalyticsQuery(Number(period)));
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
      <QueryPanel query={analytics} label="analytics">
        {(data) =>
          data.total.bookings < FEWEST ? (
            <EmptyState title="Too little to chart yet">
              {`${countLabel(data.total.bookings)} in these months. Charts begin with the third.`}
            </EmptyState>
          ) : (
            <Figures analytics={data} />
          )
        }
      </QueryPanel>
    </>
  );
}

const countLabel = (count: number) =>
  count === 0 ? 'There are no bookings' : count === 1 ? 'There is one booking' : `There are ${count} bookings`;

function Figures({ analytics: { months, total, use } }: { analytics: Analytics }) {
  const overall = shareLabel(use.total);
  const share = (value: number) => `${Number(value.toFixed(2))}%`;
  return (
    <div className="grid gap-x-12 gap-y-14 lg:grid-cols-2">
      <ChartFigure
        title="Bookings"
        total={`${total.bookings} in ${months.length} months`}
        note="By the month in which they start; cancelled ones left out."
        heads={['Month', 'Bookings']}
        bars={bookingsPerMonth(months)}
        axis={String}
        whole
      />
      <ChartFigure
        title="Earnings"
        total={`${money(total.earned)} in ${months.length} months`}
        note="Payouts of completed bookings, by the month in which they were played."
        heads={['Month', 'Payouts']}
        bars={earningsPerMonth(months)}
        axis={(value) => shortMoney(String(value))}
      />
      <ChartFigure
        title="Use by weekday"
        total={`${overall} played`}
        note="Played hours of those that the weekly hours of today's active courts offer, until yesterday. Closed hours are not taken off."
        heads={['Weekday', 'Played']}
        bars={shareByWeekday(use)}
        axis={share}
      />
      {use.courts.length > 1 && (
        <ChartFigure
          title="Use by court"
          total={`${overall} played`}
          note="Measured in the same way, from the day after a court was listed."
          heads={['Court', 'Played']}
          bars={shareByCourt(use)}
          axis={share}
          horizontal
        />
      )}
    </div>
  );
}
