import type { RejectedBooking, WhatIf as Outcome } from '@courtly/contracts/what-if';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../lib/format';
import { addMoney } from '../../lib/money';
import { schemaResolver } from '../../lib/schema-resolver';
import { useSearchState } from '../../lib/search-state';
import { weekdayLabel, weekdays } from '../../lib/weekdays';
import { whatIfQuery } from '../../resources/hosting/hosting-queries';
import { Button } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { Checkbox } from '../../ui/checkbox';
import { type TableColumn, DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { FieldError } from '../../ui/field';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { QueryPanel } from '../../ui/query-panel';
import { Select } from '../../ui/select';
import { CourtTime } from '../../ui/time';
import { useContractForm } from '../../ui/use-contract-form';
import { countWithNoun, hourLabel } from './analytics';
import { Heading } from '../../ui/heading';

const formResolver = schemaResolver(
  async () => (await import('@courtly/contracts/what-if')).WhatIfQuery,
);

const hourOptions = (firstHour: number) =>
  Array.from({ length: 24 }, (_, index) => ({
    value: String(index + firstHour),
    label: hourLabel(index + firstHour),
  }));
const startOptions = hourOptions(0);
const endOptions = hourOptions(1);
const bufferOptions = [
  { value: '0', label: 'None' },
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '120', label: '2 hours' },
];

type ReplayRules = Readonly<Record<'rate' | 'from' | 'to' | 'days' | 'buffer', string>>;

/** The rules from the URL. By default, every hour of every day is open. */
const replayRulesFrom = (searchParams: URLSearchParams): ReplayRules => ({
  rate: searchParams.get('rate') ?? '',
  from: searchParams.get('from') ?? '0',
  to: searchParams.get('to') ?? '24',
  days: searchParams.get('days') ?? weekdays.join(),
  buffer: searchParams.get('buffer') ?? '0',
});

/** Calculates what a court would have earned under different rules, which are stored in the URL. */
export function WhatIf({ courtId, months }: { courtId: string; months: string }) {
  const [searchParams, updateSearch] = useSearchState();
  const replayRules = replayRulesFrom(searchParams);
  return (
    <>
      <p className="mt-2 max-w-prose text-quiet">
        Replay the last {countWithNoun(Number(months), 'month')} at a different rate, with different
        hours, or with a break between bookings. The replay assumes constant demand: the same
        players would have requested the same hours at any price, and no one else would have booked.
      </p>
      <RulesForm rules={replayRules} onAsk={updateSearch} />
      {searchParams.has('buffer') && (
        <ReplayResult courtId={courtId} rules={{ ...replayRules, months }} />
      )}
    </>
  );
}

function RulesForm({
  rules: replayRules,
  onAsk,
}: {
  rules: ReplayRules;
  onAsk: (rules: ReplayRules) => void;
}) {
  const { form, submit } = useContractForm({
    resolver: formResolver,
    defaultValues: { ...replayRules, days: replayRules.days.split(',') },
  });
  const submitRules = submit(({ rate = '', from = 0, to = 24, days = [], buffer }) =>
    onAsk({ rate, from: String(from), to: String(to), days: days.join(), buffer: String(buffer) }),
  );
  return (
    <form noValidate onSubmit={submitRules} aria-label="What if" className="mt-6 grid gap-6">
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        <FormField
          form={form}
          name="rate"
          label="Hourly rate"
          optional
          hint="In dollars. Leave blank to keep the original rates."
        >
          {(controlProps) => <Input inputMode="decimal" autoComplete="off" {...controlProps} />}
        </FormField>
        <FormField form={form} name="from" label="Open from">
          {(controlProps) => <Select options={startOptions} {...controlProps} />}
        </FormField>
        <FormField
          form={form}
          name="to"
          label="Open until"
          hint="Midnight to midnight keeps every hour open."
        >
          {(controlProps) => <Select options={endOptions} {...controlProps} />}
        </FormField>
        <FormField form={form} name="buffer" label="Break between bookings">
          {(controlProps) => <Select options={bufferOptions} {...controlProps} />}
        </FormField>
      </div>
      <fieldset aria-describedby="days-error">
        <legend className="mb-2 text-small font-semibold">Open on</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          {weekdays.map((weekday) => (
            <Checkbox
              key={weekday}
              label={weekdayLabel(weekday)}
              value={weekday}
              {...form.register('days')}
            />
          ))}
        </div>
        <FieldError id="days-error">
          {form.getFieldState('days', form.formState).error?.message}
        </FieldError>
      </fieldset>
      <Button type="submit" className="w-fit">
        Replay the Past
      </Button>
    </form>
  );
}

function ReplayResult({
  courtId,
  rules: replayRules,
}: {
  courtId: string;
  rules: ReplayRules & { months: string };
}) {
  return (
    <div className="mt-10">
      <QueryPanel query={useQuery(whatIfQuery(courtId, replayRules))} label="the replay">
        {(replayOutcome) =>
          replayOutcome.was.bookings === 0 ? (
            <EmptyState title="Nothing to replay yet">
              No hours were played on this court in these months. Try again after your first
              bookings.
            </EmptyState>
          ) : (
            <ReplayFigures outcome={replayOutcome} />
          )
        }
      </QueryPanel>
    </div>
  );
}

function ReplayFigures({
  outcome: { was, wouldBe, closed, buffer, misfits },
}: {
  outcome: Outcome;
}) {
  const rejectedCount = closed + buffer;
  return (
    <>
      <p role="status" className="mb-8 max-w-prose text-lg">
        {outcomeLabel(was, wouldBe)}
      </p>
      <StatRow>
        <StatCard
          label="Actual earnings"
          value={formatMoney(was.earned)}
          note={`${countWithNoun(was.bookings, 'booking')}, late fees included`}
        />
        <StatCard
          label="Replayed earnings"
          value={formatMoney(wouldBe.earned)}
          note={countWithNoun(wouldBe.bookings, 'booking')}
        />
        <StatCard
          label="Difference"
          value={formatMoney(addMoney([wouldBe.earned, `-${was.earned}`]))}
          note="in your payouts, with constant demand"
        />
        <StatCard
          label="Wouldn't have fit"
          value={rejectedCount}
          note={`${closed} outside the hours, ${buffer} too close`}
        />
      </StatRow>
      {misfits.length > 0 && (
        <div className="mt-10">
          <Heading level={3} size={2} className="mb-2">
            Bookings that wouldn't have fit
          </Heading>
          {misfits.length < rejectedCount && (
            <p className="text-quiet">
              Showing the latest {misfits.length} of {rejectedCount}.
            </p>
          )}
          <DataTable
            label="Bookings that wouldn't have fit"
            columns={misfitColumns}
            rows={misfits}
            rowKey={({ bookingId }) => bookingId}
            stacked
          />
        </div>
      )}
    </>
  );
}

export const outcomeLabel = (actual: Outcome['was'], replayed: Outcome['was']): string => {
  const difference = addMoney([replayed.earned, `-${actual.earned}`]);
  const comparison = `than the ${formatMoney(actual.earned)} you actually earned`;
  const earningsText = `You would have earned ${formatMoney(replayed.earned)} from ${countWithNoun(replayed.bookings, 'booking')}`;
  if (Number(difference) === 0) return `${earningsText}, the same as you actually earned.`;
  return Number(difference) > 0
    ? `${earningsText}, ${formatMoney(difference)} more ${comparison}.`
    : `${earningsText}, ${formatMoney(difference.slice(1))} less ${comparison}.`;
};

const misfitColumns: readonly TableColumn<RejectedBooking>[] = [
  {
    head: 'When',
    cell: (booking) => <CourtTime hour={booking} />,
  },
  {
    head: 'Why',
    cell: ({ why }) =>
      why === 'closed' ? 'Outside the hours' : 'Too close to the previous booking',
  },
  { head: 'Earned', cell: ({ earned }) => formatMoney(earned), numeric: true },
];
