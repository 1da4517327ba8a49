import type { AuditEntry, AuditKind } from '@courtly/contracts/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ratingsAsOfPath } from '../../resources/admin/replay-labels';
import { instantLabel, parseAuditKind } from '../../resources/audit/audit-labels';
import { timelineQuery } from '../../resources/audit/audit-queries';
import { pastStateLink } from '../../resources/audit/timeline-link';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { AddressField, AddressForm } from './address-form';
import type { SearchProps } from './audit-page';
import { KindField } from './kind-field';
import { TextLink } from '../../ui/text-link';

export function TimelineTab({ searchParams, onChange }: SearchProps) {
  const recordKind = parseAuditKind(searchParams.get('kind'));
  const recordId = searchParams.get('id') ?? '';
  return (
    <>
      <AddressForm
        key={`${recordKind} ${recordId}`}
        label="Timeline"
        submitLabel="Show"
        onSubmit={onChange}
      >
        <KindField value={recordKind} />
        <AddressField
          label="ID"
          name="id"
          value={recordId}
          required
          hint="For a payment or payout, use the ID of its booking. For the policy, use “club”."
        />
      </AddressForm>
      {recordId && (
        <Timeline
          recordKind={recordKind}
          recordId={recordId}
          onOpen={(eventId) => onChange({ event: eventId })}
        />
      )}
    </>
  );
}

type TimelineProps = { recordKind: AuditKind; recordId: string; onOpen: (eventId: string) => void };

function Timeline({ recordKind, recordId, onOpen }: TimelineProps) {
  const timelinePages = useInfiniteQuery(timelineQuery(recordKind, recordId));
  return (
    <div className="mt-10">
      <QueryPanel query={timelinePages} label="the timeline">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="Nothing found">No record has this type and ID.</EmptyState>
          ) : (
            <ol aria-label="Timeline" className="border-l border-brass-line">
              {items.map((entry) => (
                <TimelineEntry
                  key={entry.id}
                  recordKind={recordKind}
                  recordId={recordId}
                  entry={entry}
                  onOpen={() => onOpen(entry.id)}
                />
              ))}
            </ol>
          )
        }
      </QueryPanel>
      <LoadMore query={timelinePages} itemLabel="events" />
    </div>
  );
}

type TimelineEntryProps = {
  recordKind: AuditKind;
  recordId: string;
  entry: AuditEntry;
  onOpen: () => void;
};

function TimelineEntry({ recordKind, recordId, entry, onOpen }: TimelineEntryProps) {
  const { at, reason, sentence } = entry;
  return (
    <li className="relative pb-7 pl-6 wrap-anywhere last:pb-0">
      <span aria-hidden className="absolute top-2.5 -left-[5px] size-2.5 rounded-full bg-brass" />
      <h2 className="text-lg">{sentence}</h2>
      {reason && <p dir="auto">“{reason}”</p>}
      <time dateTime={at} className="figures text-small text-quiet">
        {instantLabel(at)}
      </time>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={onOpen}>
          What changed<span className="sr-only">: {sentence}</span>
        </Button>
        <TextLink to={pastStateLink(recordKind, recordId, at)} className="text-small">
          State at the time<span className="sr-only">: {sentence}</span>
        </TextLink>
        {recordKind === 'user' && (
          <TextLink to={ratingsAsOfPath({ player: recordId, at })} className="text-small">
            Ratings at the time<span className="sr-only">: {sentence}</span>
          </TextLink>
        )}
      </p>
    </li>
  );
}
