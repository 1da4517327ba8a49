import { MoneySection } from '@courtly/contracts/money-desk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { doneMoneyCasesQuery, openMoneyCasesQuery } from '../../resources/admin/admin-queries';
import { emptySectionLabels, sectionLabels } from '../../resources/admin/money-labels';
import { EmptyState } from '../../ui/empty-state';
import { Tabs } from '../../ui/tabs';
import { AdminList } from './admin-list';
import { MoneyCaseRow } from './money-case-row';

export function MoneyPage() {
  const [searchParams, setSearchParams] = useSearchParams();
  return (
    <AdminLayout
      title="Money"
      lead="Money that didn't move as agreed. Courtly retries what it can; the rest waits for you."
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
      {MoneySection.options.map((section) => (
        <OpenSection key={section} section={section} />
      ))}
    </div>
  );
}

function OpenSection({ section }: { section: MoneySection }) {
  const headingId = useId();
  const caseList = useInfiniteQuery(openMoneyCasesQuery(section));
  const label = sectionLabels[section];
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 font-display text-2xl">
        {label}
      </h2>
      <AdminList
        query={caseList}
        label={label}
        itemsLabel="cases"
        emptyState={
          <p className="border-y border-rule py-5 text-quiet">{emptySectionLabels[section]}</p>
        }
        renderRow={(moneyCase) => <MoneyCaseRow key={moneyCase.id} moneyCase={moneyCase} />}
      />
    </section>
  );
}

function DoneCases() {
  const caseList = useInfiniteQuery(doneMoneyCasesQuery);
  return (
    <AdminList
      query={caseList}
      label="Done cases"
      itemsLabel="cases"
      emptyState={
        <EmptyState title="Nothing done yet">Cases appear here when they end.</EmptyState>
      }
      renderRow={(moneyCase) => <MoneyCaseRow key={moneyCase.id} moneyCase={moneyCase} />}
    />
  );
}
