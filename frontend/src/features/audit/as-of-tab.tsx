import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../config/paths';
import { errorMessage } from '../../lib/api';
import { useNow } from '../../lib/use-now';
import { ratingsAsOfPath } from '../../resources/admin/replay-labels';
import {
  shownFieldLabel,
  toDateTimeLocal,
  parseAuditKind,
  toInstant,
  instantLabel,
  toWords,
  valueLabel,
} from '../../resources/audit/audit-labels';
import { type AsOf, isMissingState, stateAsOfQuery } from '../../resources/audit/audit-queries';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { AddressField, AddressForm } from './address-form';
import type { SearchProps } from './audit-page';
import { CalendarAsOfPanel } from './calendar-as-of';
import { KindField } from './kind-field';
import { flattenState } from './leaves';
import { RecordFinder } from './record-finder';
import { TextLink } from '../../ui/text-link';
import { Heading } from '../../ui/heading';

const CALENDAR_KIND = { value: 'calendar', label: 'Court calendar' };

export function AsOfTab({ searchParams, onChange }: SearchProps) {
  const kindParam = searchParams.get('kind');
  const recordKind = kindParam === CALENDAR_KIND.value ? kindParam : parseAuditKind(kindParam);
  // Links from lists show the record as it is when the page opens.
  const [openedAt] = useState(useNow());
  const [recordId, courtDate, givenInstant] = ['id', 'date', 'at'].map(
    (paramName) => searchParams.get(paramName) ?? '',
  ) as [string, string, string];
  const asOf = givenInstant === '' && recordId !== '' ? openedAt : givenInstant;
  const isComplete =
    recordId !== '' && asOf !== '' && (recordKind !== CALENDAR_KIND.value || courtDate !== '');
  return (
    <>
      <RecordFinder at={asOf} />
      <AsOfForm
        key={[recordKind, recordId, courtDate, asOf].join(' ')}
        recordKind={recordKind}
        recordId={recordId}
        courtDate={courtDate}
        asOf={asOf}
        onChange={onChange}
      />
      <p className="mt-6 text-small text-quiet">
        For past rankings and player ratings, see{' '}
        <TextLink
          to={
            recordKind === 'user' && isComplete
              ? ratingsAsOfPath({ player: recordId, at: asOf })
              : paths.adminPage('replay')
          }
        >
          Replay
        </TextLink>
        .
      </p>
      <div className="mt-10" aria-live="polite">
        {isComplete &&
          (recordKind === CALENDAR_KIND.value ? (
            <CalendarAsOfPanel asOf={{ courtId: recordId, date: courtDate, at: asOf }} />
          ) : (
            <StateAsOfPanel asOf={{ kind: parseAuditKind(recordKind), id: recordId, at: asOf }} />
          ))}
      </div>
    </>
  );
}

type AsOfFormProps = {
  recordKind: string;
  recordId: string;
  courtDate: string;
  asOf: string;
} & Pick<SearchProps, 'onChange'>;

function AsOfForm({ recordKind, recordId, courtDate, asOf, onChange }: AsOfFormProps) {
  const [selectedKind, setSelectedKind] = useState(recordKind);
  const isCalendar = selectedKind === CALENDAR_KIND.value;
  return (
    <AddressForm
      label="Past state"
      submitLabel="Show"
      onSubmit={({ at: at = '', ...values }) =>
        onChange({ date: '', ...values, at: toInstant(at, asOf) })
      }
    >
      <KindField value={recordKind} moreOptions={[CALENDAR_KIND]} onChange={setSelectedKind} />
      <AddressField
        label={isCalendar ? 'Court' : 'ID'}
        name="id"
        value={recordId}
        required
        hint={isCalendar ? 'A court ID.' : 'The ID of the record.'}
      />
      {isCalendar && (
        <AddressField label="Court date" name="date" value={courtDate} type="date" required />
      )}
      <AddressField
        label="As of"
        name="at"
        value={toDateTimeLocal(asOf)}
        type="datetime-local"
        required
        hint="In your time zone."
      />
    </AddressForm>
  );
}

function StateAsOfPanel({ asOf }: { asOf: AsOf }) {
  const stateQuery = useQuery({ ...stateAsOfQuery(asOf), retry: false });
  if (isMissingState(stateQuery.error))
    return (
      <EmptyState title="Nothing found">
        {errorMessage(stateQuery.error, "This state couldn't be loaded.")}
      </EmptyState>
    );
  return (
    <QueryPanel query={stateQuery} label="the past state">
      {({ state, last, events, at, names, place }) =>
        state === null || last === null ? (
          <EmptyState title="It didn't exist yet">
            Its first event was later than {instantLabel(at)}.
          </EmptyState>
        ) : (
          <section aria-labelledby="past-state">
            <Heading level={2} id="past-state">
              State as of {instantLabel(at)}
            </Heading>
            <p className="mt-1 mb-5 text-quiet">
              {events === 1 ? 'After one event' : `After ${events} events`}. Last event:{' '}
              {toWords(last.type)}, {instantLabel(last.at)}.
            </p>
            <dl className="border-t border-rule">
              {flattenState(state).map(([field, value]) => {
                const shownValue = valueLabel(field, value, { names, place });
                return (
                  <div
                    key={field}
                    className="grid gap-x-6 border-b border-rule py-2 sm:grid-cols-[14rem_1fr]"
                  >
                    <dt className="text-quiet">{shownFieldLabel(field, value, shownValue)}</dt>
                    <dd dir="auto" className="figures min-w-0 wrap-anywhere">
                      {shownValue}
                    </dd>
                  </div>
                );
              })}
            </dl>
          </section>
        )
      }
    </QueryPanel>
  );
}
