import type { Analytics } from '@courtly/contracts/hosting';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchState } from '../../lib/search-state';
import { hostCourtsQuery } from '../../resources/court/court-queries';
import { hostAnalyticsQuery } from '../../resources/hosting/hosting-queries';
import { EmptyState } from '../../ui/empty-state';
import { Field } from '../../ui/field';
import { QueryPanel } from '../../ui/query-panel';
import { RadioGroup } from '../../ui/radio-group';
import { Select } from '../../ui/select';
import { AnalyticsFigures } from './analytics-figures';
import { WhatIf } from './what-if';
import { textLinkClass } from '../../ui/text-link';

/** A chart of fewer bookings would be meaningless. */
const MIN_CHARTED_BOOKINGS = 3;

const periods = [
  { value: '3', label: '3 months' },
  { value: '6', label: '6 months' },
  { value: '12', label: '12 months' },
  { value: '24', label: '24 months' },
] as const;
type Period = (typeof periods)[number]['value'];

export function AnalyticsTab() {
  const [searchParams, updateSearch] = useSearchState();
  const courtsQuery = useInfiniteQuery(hostCourtsQuery);
  const courts = courtsQuery.data?.items ?? [];
  const selectedPeriod: Period =
    periods.find(({ value }) => value === searchParams.get('months'))?.value ?? '6';
  const courtId = searchParams.get('court') ?? '';
  const analytics = useQuery(hostAnalyticsQuery(Number(selectedPeriod), courtId));
  const selectedCourtId = courtId || (courts.length === 1 ? courts[0]!.id : '');
  return (
    <>
      <div className="mb-10 grid items-end gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,34rem)_minmax(0,20rem)_auto]">
        <RadioGroup
          legend="Period"
          segmented
          choices={periods}
          value={selectedPeriod}
          onChange={(periodValue) => updateSearch({ months: periodValue })}
          className="grid-cols-2 sm:grid-cols-4"
        />
        {courts.length > 1 && (
          <Field label="Court">
            {(controlProps) => (
              <Select
                {...controlProps}
                value={courtId}
                onChange={({ target }) => updateSearch({ court: target.value })}
                options={[
                  { value: '', label: 'All courts' },
                  ...courts.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            )}
          </Field>
        )}
        <a
          href={`/api/host/analytics.csv?months=${selectedPeriod}`}
          download="analytics.csv"
          className={`${textLinkClass} w-fit lg:justify-self-end`}
        >
          Download all courts (CSV)
        </a>
      </div>
      <QueryPanel query={analytics} label="analytics">
        {(loadedAnalytics) => <AnalyticsCharts analytics={loadedAnalytics} />}
      </QueryPanel>
      <section aria-labelledby="what-if" className="mt-16 border-t border-brass-line pt-6">
        <h2 id="what-if" className="font-display text-3xl">
          What if?
        </h2>
        {selectedCourtId ? (
          <WhatIf
            key={selectedCourtId}
            courtId={selectedCourtId}
            months={String(Math.min(12, Number(selectedPeriod)))}
          />
        ) : (
          <QueryPanel query={courtsQuery} label="your courts">
            {() => (
              <p className="mt-2 text-quiet">
                {courts.length > 1
                  ? 'Choose a court above to explore its past.'
                  : 'Once you list a court, you can explore its past here.'}
              </p>
            )}
          </QueryPanel>
        )}
      </section>
    </>
  );
}

function AnalyticsCharts({ analytics }: { analytics: Analytics }) {
  // Declined and canceled bookings also count as data.
  const bookingCount = analytics.total.bookings + analytics.total.cancelled;
  if (bookingCount >= MIN_CHARTED_BOOKINGS) return <AnalyticsFigures analytics={analytics} />;
  return (
    <EmptyState title="Not enough data to chart yet">
      {`${countLabel(bookingCount)} in these months. Charts appear once you have three.`}
    </EmptyState>
  );
}

const countLabel = (bookingCount: number) =>
  bookingCount === 0
    ? 'There are no bookings'
    : bookingCount === 1
      ? 'There is one booking'
      : `There are ${bookingCount} bookings`;
