import type { LateStep, MoneySection } from '@courtly/contracts/money-desk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AdminLayout } from '../../resources/admin/admin-layout';
import {
  doneMoneyCasesQuery,
  lateStepsQuery,
  openMoneyCasesQuery,
  payoutHoldsQuery,
} from '../../resources/admin/admin-queries';
import { emptySectionLabels, sectionLabels } from '../../resources/admin/money-labels';
import { useCasePolling } from '../../resources/admin/use-case-polling';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { Tabs } from '../../ui/tabs';
import { AdminList } from './admin-list';
import { LateStepRow } from './late-step-row';
import { MoneyCaseRow } from './money-case-row';
import { MoneyChecksSection } from './money-checks-section';
import { PayoutHoldRow } from './payout-hold-row';
import { PlatformBalance } from './platform-balance';
import { Section } from '../../ui/heading';

export function MoneyPage() {
  const [searchParams, setSearchParams] = useSearchParams();
  return (
    <AdminLayout
      title="Money"
      lead="Payments that didn't go as agreed. Courtly retries them when it can; the rest need your action."
    >
      <Tabs
        label="Cases"
        value={searchParams.get('tab') === 'done' ? 'done' : 'open'}
        onChange={(tab) =>
          setSearchParams(tab === 'open' ? {} : { tab }, {
            replace: true,
            preventScrollReset: true,
          })
        }
        tabs={[
          { value: 'open', label: 'Open', panel: <OpenCases /> },
          { value: 'done', label: 'Done', panel: <DoneCases /> },
        ]}
      />
    </AdminLayout>
  );
}

function OpenCases() {
  return (
    <div className="grid gap-12">
      <PlatformBalance />
      <LateSteps />
      {(Object.keys(sectionLabels) as MoneySection[]).map((section) => (
        <OpenSection key={section} section={section} />
      ))}
      <PayoutHolds />
      <MoneyChecksSection />
    </div>
  );
}

function DeskSection({ title, children }: { title: string; children: ReactNode }) {
  return <Section title={title}>{children}</Section>;
}

function NothingOpen({ children }: { children: string }) {
  return <p className="border-y border-rule py-5 text-quiet">{children}</p>;
}

const lateStepKey = ({ kind, booking, member }: LateStep): string =>
  `${kind} ${booking?.id ?? member?.id}`;

function LateSteps() {
  const lateSteps = useInfiniteQuery({ ...lateStepsQuery, refetchInterval: useCasePolling() });
  return (
    <DeskSection title="Late steps">
      <AdminList
        query={lateSteps}
        label="Late steps"
        itemsLabel="steps"
        emptyState={<NothingOpen>Every step is on time.</NothingOpen>}
        renderRow={(lateStep) => <LateStepRow key={lateStepKey(lateStep)} lateStep={lateStep} />}
      />
    </DeskSection>
  );
}

function OpenSection({ section }: { section: MoneySection }) {
  const openCases = useInfiniteQuery({
    ...openMoneyCasesQuery(section),
    refetchInterval: useCasePolling(),
  });
  const label = sectionLabels[section];
  return (
    <DeskSection title={label}>
      <AdminList
        query={openCases}
        label={label}
        itemsLabel="cases"
        emptyState={<NothingOpen>{emptySectionLabels[section]}</NothingOpen>}
        renderRow={(moneyCase) => <MoneyCaseRow key={moneyCase.id} moneyCase={moneyCase} />}
      />
    </DeskSection>
  );
}

function PayoutHolds() {
  const payoutHolds = useQuery(payoutHoldsQuery);
  return (
    <DeskSection title="Payouts on hold">
      <QueryPanel query={payoutHolds} label="payouts on hold">
        {(holds) =>
          holds.length === 0 ? (
            <NothingOpen>No payout is on hold.</NothingOpen>
          ) : (
            <ul aria-label="Payouts on hold" className="border-t border-rule">
              {holds.map((hold) => (
                <PayoutHoldRow
                  key={`${hold.cause} ${hold.booking?.id ?? hold.host.id}`}
                  hold={hold}
                />
              ))}
            </ul>
          )
        }
      </QueryPanel>
    </DeskSection>
  );
}

function DoneCases() {
  const doneCases = useInfiniteQuery(doneMoneyCasesQuery);
  return (
    <DeskSection title="Done cases">
      <AdminList
        query={doneCases}
        label="Done cases"
        itemsLabel="cases"
        emptyState={
          <EmptyState title="No cases are done yet">Cases appear here once they end.</EmptyState>
        }
        renderRow={(moneyCase) => <MoneyCaseRow key={moneyCase.id} moneyCase={moneyCase} />}
      />
    </DeskSection>
  );
}
