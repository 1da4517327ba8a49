import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { messageOf } from '../../lib/api';
import { ratingsThen } from '../../resources/admin/replay-labels';
import {
  fieldLabel,
  fieldOf,
  kindIn,
  momentIn,
  momentLabel,
  words,
} from '../../resources/audit/audit-labels';
import { type Then, stateAsOfQuery } from '../../resources/audit/audit-queries';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { AddressField, AddressForm } from './address-form';
import type { AddressProps } from './audit-page';
import { CalendarThenPanel } from './calendar-then';
import { KindField } from './kind-field';
import { leavesOf } from './leaves';

const CALENDAR = { value: 'calendar', label: 'Court calendar' };

export function AsOfTab({ search, onChange }: AddressProps) {
  const said = search.get('kind');
  const kind = said === CALENDAR.value ? said : kindIn(said);
  const [id, date, at] = ['id', 'date', 'at'].map((name) => search.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  const isComplete = id !== '' && at !== '' && (kind !== CALENDAR.value || date !== '');
  return (
    <>
      <AsOfForm key={[kind, id, date, at].join(' ')} {...{ kind, id, date, at, onChange }} />
      <p className="mt-6 text-[0.9375rem] text-quiet">
        For past rankings and player ratings, see{' '}
        <Link
          to={
            kind === 'user' && isComplete ? ratingsThen({ player: id, at }) : paths.desk('replay')
          }
          className="underline underline-offset-4"
        >
          Replay
        </Link>
        .
      </p>
      <div className="mt-10" aria-live="polite">
        {isComplete &&
          (kind === CALENDAR.value ? (
            <CalendarThenPanel then={{ courtId: id, date, at }} />
          ) : (
            <StateThenPanel then={{ kind: kindIn(kind), id, at }} />
          ))}
      </div>
    </>
  );
}

type FormProps = { kind: string; id: string; date: string; at: string } & Pick<
  AddressProps,
  'onChange'
>;

function AsOfForm({ kind, id, date, at, onChange }: FormProps) {
  const [chosen, choose] = useState(kind);
  const isCalendar = chosen === CALENDAR.value;
  return (
    <AddressForm
      label="Past state"
      action="Show"
      onSubmit={({ at: field = '', ...values }) =>
        onChange({ date: '', ...values, at: momentIn(field, at) })
      }
    >
      <KindField value={kind} more={[CALENDAR]} onChange={choose} />
      <AddressField
        label={isCalendar ? 'Court' : 'ID'}
        name="id"
        value={id}
        required
        hint={isCalendar ? 'A court ID.' : 'The ID of the record.'}
      />
      {isCalendar && (
        <AddressField label="Court date" name="date" value={date} type="date" required />
      )}
      <AddressField
        label="As of"
        name="at"
        value={fieldOf(at)}
        type="datetime-local"
        required
        hint="In your time zone."
      />
    </AddressForm>
  );
}

function StateThenPanel({ then }: { then: Then }) {
  const query = useQuery({ ...stateAsOfQuery(then), retry: false });
  if (query.error)
    return (
      <EmptyState title="Nothing found">
        {messageOf(query.error, 'This could not be loaded.')}
      </EmptyState>
    );
  return (
    <QueryPanel query={query} label="the past state">
      {({ state, last, events, at }) =>
        state === null || last === null ? (
          <EmptyState title="It didn't exist yet">
            Its first event was later than {momentLabel(at)}.
          </EmptyState>
        ) : (
          <section aria-labelledby="as-it-stood">
            <h2 id="as-it-stood" className="font-display text-2xl">
              State as of {momentLabel(at)}
            </h2>
            <p className="mt-1 mb-5 text-quiet">
              {events === 1 ? 'After one event' : `After ${events} events`}. Last event:{' '}
              {words(last.type)}, {momentLabel(last.at)}.
            </p>
            <dl className="border-t border-rule">
              {leavesOf(state).map(([field, value]) => (
                <div
                  key={field}
                  className="grid gap-x-6 border-b border-rule py-2 sm:grid-cols-[14rem_1fr]"
                >
                  <dt className="text-quiet">{fieldLabel(field)}</dt>
                  <dd dir="auto" className="figures min-w-0 wrap-anywhere">
                    {value}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )
      }
    </QueryPanel>
  );
}
