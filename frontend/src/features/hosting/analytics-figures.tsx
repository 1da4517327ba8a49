import type { Analytics, CourtUse } from '@courtly/contracts/hosting';
import { PRIME_HOURS } from '@courtly/contracts/prime-hours';
import { formatMoney, formatShortMoney } from '../../lib/format';
import { totalNotes } from '../../resources/hosting/total-notes';
import { StatCard, StatRow } from '../../ui/card';
import { ChartFigure } from '../../ui/chart-figure';
import { DataTable } from '../../ui/data-table';
import {
  answeredInTime,
  bookingsPerMonth,
  countWithNoun,
  durationLabel,
  earningsPerMonth,
  groupThousands,
  hourLabel,
  insightOf,
  percentLabel,
  shareByCourt,
  shareByMonth,
  shareByWeekday,
  shareLabel,
} from './analytics';
import { HeatMap } from './heat-map';
import { Heading } from '../../ui/heading';

const percentAxisLabel = (axisValue: number) => `${Number(axisValue.toFixed(2))}%`;

export function AnalyticsFigures({ analytics }: { analytics: Analytics }) {
  const { months, total, previous, use, hours, answers, cancellations } = analytics;
  const overallShare = `${shareLabel(use.total)} played`;
  return (
    <>
      <p className="mb-10 max-w-prose font-display text-2xl">{insightOf(analytics)}</p>
      <SummaryCards use={use} previous={previous} answers={answers} cancellations={cancellations} />
      <div className="grid gap-x-12 gap-y-14 lg:grid-cols-2">
        <ChartFigure
          title="Bookings"
          total={`${total.bookings} in ${countWithNoun(months.length, 'month')}`}
          note="Counted in the month they start. Canceled bookings are excluded."
          heads={['Month', 'Bookings']}
          bars={bookingsPerMonth(months)}
          axis={String}
          whole
        />
        <ChartFigure
          title="Earned"
          total={`${formatMoney(total.earned)} in ${countWithNoun(months.length, 'month')}`}
          note={`${totalNotes.earned}, by the month of play.`}
          heads={['Month', 'Earned']}
          bars={earningsPerMonth(months)}
          axis={(axisValue) => formatShortMoney(String(axisValue))}
        />
        <ChartFigure
          title="Occupancy"
          total={overallShare}
          note="Hours played as a share of the hours you offered through yesterday: your weekly hours on each day, minus any you closed."
          heads={['Month', 'Played']}
          bars={shareByMonth(months)}
          axis={percentAxisLabel}
        />
        <ChartFigure
          title="Use by weekday"
          total={overallShare}
          heads={['Weekday', 'Played']}
          bars={shareByWeekday(use)}
          axis={percentAxisLabel}
        />
        {use.courts.length > 1 && (
          <ChartFigure
            title="Use by court"
            total={overallShare}
            heads={['Court', 'Played']}
            bars={shareByCourt(use)}
            axis={percentAxisLabel}
            horizontal
          />
        )}
        <HeatMap days={hours} />
        <Outcomes answers={answers} cancellations={cancellations} />
      </div>
    </>
  );
}

const clockRange = ({ from, to }: { from: number; to: number }) =>
  `${hourLabel(from)} – ${hourLabel(to)}`;
const primeHoursLabel = `weekdays ${clockRange(PRIME_HOURS.weekday)} and weekends ${clockRange(PRIME_HOURS.weekend)}`;

type AnalyticsParts = Pick<Analytics, 'answers' | 'cancellations'>;

function SummaryCards({
  use,
  previous,
  answers,
  cancellations,
}: AnalyticsParts & Pick<Analytics, 'use' | 'previous'>) {
  const { answered, requested } = answeredInTime(answers);
  // During an upgrade, an API of the previous release has no prime hours and compares nothing.
  const prime = use.prime as CourtUse | undefined;
  const before = (previous as Analytics['previous'] | undefined)?.prime;
  return (
    <StatRow className="mb-14">
      {prime && (
        <StatCard
          label="Prime hours played"
          value={percentLabel(prime.played, prime.offered)}
          note={
            <>
              {groupThousands(prime.played)} of {countWithNoun(prime.offered, 'hour')} offered on{' '}
              {primeHoursLabel}
              {before &&
                before.offered > 0 &&
                `; ${percentLabel(before.played, before.offered)} in the period before`}
            </>
          }
        />
      )}
      <StatCard
        label="Responded in time"
        value={percentLabel(answered, requested)}
        note={`${groupThousands(answered)} of ${countWithNoun(requested, 'request')}`}
      />
      <StatCard
        label="Typical response time"
        value={answers.usualMinutes === null ? '–' : durationLabel(answers.usualMinutes)}
        note="median time from request to response"
      />
      <StatCard
        label="Canceled by you"
        value={cancellations.byHost}
        note={`and ${cancellations.byPlayers} by players`}
      />
    </StatRow>
  );
}

function Outcomes({ answers, cancellations }: AnalyticsParts) {
  const outcomeRows = [
    { name: 'Approved', count: answers.accepted },
    { name: 'Declined', count: answers.declined },
    { name: 'No response in time', count: answers.expired },
    { name: 'Confirmed instantly', count: answers.atOnce },
    { name: 'Canceled by players', count: cancellations.byPlayers },
    { name: 'Canceled by you', count: cancellations.byHost },
    { name: 'Of these, for weather or safety', count: cancellations.excused },
    { name: 'Canceled by Courtly or a failed payment', count: cancellations.byOthers },
  ];
  return (
    <section className="min-w-0 border-t border-brass-line pt-4">
      <Heading level={2}>Requests and cancellations</Heading>
      <p className="mb-4 text-quiet">
        By the month of play. Pending and withdrawn requests are excluded.
      </p>
      <DataTable
        label="Requests and cancellations"
        columns={[
          { head: 'Outcome', cell: ({ name }) => name },
          { head: 'Count', cell: ({ count }) => count, numeric: true },
        ]}
        rows={outcomeRows}
        rowKey={({ name }) => name}
      />
    </section>
  );
}
