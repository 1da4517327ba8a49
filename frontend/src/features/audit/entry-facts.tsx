import type { AuditChange, AuditEntry } from '@courtly/contracts/audit';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import {
  actorLabel,
  fieldLabel,
  instantLabel,
  valueLabel,
} from '../../resources/audit/audit-labels';
import { timelineLink } from '../../resources/audit/timeline-link';

type FactRow = readonly [label: string, value: ReactElement | string | null];

const notSet = <span className="text-quiet">not set</span>;

export function EntryFacts({ entry, more = [] }: { entry: AuditEntry; more?: readonly FactRow[] }) {
  const { actor, at, reason, people, courtId, bookingId, policyId, requestId } = entry;
  const factRows: FactRow[] = [
    ['Done by', actorLabel(actor)],
    ['When', <time dateTime={at}>{instantLabel(at)}</time>],
    ['Why', reason],
    ['About', people.map(({ name }) => name).join(', ')],
    ['Booking', bookingId && <BookingLink bookingId={bookingId} />],
    ['Court', courtId],
    ['Policy', policyId],
    ['Request', requestId],
    ...more,
  ];
  return (
    <dl className="border-t border-rule">
      {factRows
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label} className="grid grid-cols-[6rem_1fr] border-b border-rule py-2.5">
            <dt className="text-quiet">{label}</dt>
            <dd dir="auto" className="figures min-w-0 wrap-anywhere whitespace-pre-line">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}

const BookingLink = ({ bookingId }: { bookingId: string }) => (
  <Link to={timelineLink('booking', bookingId)} className="underline">
    {bookingId}
  </Link>
);

export function ChangesTable({ changes }: { changes: readonly AuditChange[] }) {
  if (changes.length === 0) return <p className="py-2.5 text-quiet">No stored fields changed.</p>;
  return (
    <table aria-label="What changed" className="w-full table-fixed text-[0.9375rem]">
      <thead className="text-sm text-quiet">
        <tr>
          {['Field', 'Before', 'After'].map((columnHead) => (
            <th
              key={columnHead}
              scope="col"
              className="border-b border-rule py-1.5 pr-3 text-left font-normal"
            >
              {columnHead}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map((auditChange) => (
          <tr key={auditChange.field} className="border-b border-rule align-top wrap-anywhere">
            <th scope="row" className="py-2 pr-3 text-left font-normal text-quiet">
              {fieldLabel(auditChange.field)}
            </th>
            <td dir="auto" className="py-2 pr-3">
              {auditChange.before === null
                ? notSet
                : valueLabel(auditChange.field, auditChange.before)}
            </td>
            <td dir="auto" className="py-2 font-semibold">
              {auditChange.after === null
                ? notSet
                : valueLabel(auditChange.field, auditChange.after)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
