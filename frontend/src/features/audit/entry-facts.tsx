import type { AuditChange, AuditEntry } from '@courtly/contracts/audit';
import {
  actorLabel,
  fieldLabel,
  instantLabel,
  valueLabel,
} from '../../resources/audit/audit-labels';
import { timelineLink } from '../../resources/audit/timeline-link';
import { type FactRow, FactList } from '../../ui/fact-list';
import { TextLink } from '../../ui/text-link';

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
  return <FactList rows={factRows} />;
}

const BookingLink = ({ bookingId }: { bookingId: string }) => (
  <TextLink to={timelineLink('booking', bookingId)}>{bookingId}</TextLink>
);

export function ChangesTable({ changes }: { changes: readonly AuditChange[] }) {
  if (changes.length === 0) return <p className="py-2.5 text-quiet">No stored fields changed.</p>;
  return (
    <table aria-label="What changed" className="w-full table-fixed text-small">
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
