import type { AuditEntry, AuditKind } from '@courtly/contracts/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ratingsAsOfPath } from '../../resources/admin/replay-labels';
import {
  actorLabel,
  parseAuditKind,
  instantLabel,
  toWords,
} from '../../resources/audit/audit-labels';
import { timelineQuery } from '../../resources/audit/audit-queries';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { AddressField, AddressForm } from './address-form';
import type { SearchProps } from './audit-page';
import { KindField } from './kind-field';

export function TimelineTab({ searchParams, onChange }: SearchProps) {
  const kind = parseAuditKind(searchParams.get('kind'));
  const id = searchParams.get('id') ?? '';
  return (
    <>
      <AddressForm key={`${kind} ${id}`} label="Timeline" submitLabel="Show" onSubmit={onChange}>
        <KindField value={kind} />
        <AddressField
          label="ID"
          name="id"
          value={id}
          required
          hint="For a payment or payout, the ID of its booking. For the policy, club."
        />
      </AddressForm>
      {id && <Timeline {...{ kind, id }} onOpen={(eventId) => onChange({ event: eventId })} />}
    </>
  );
}

type TimelineProps = { kind: AuditKind; id: string; onOpen: (eventId: string) => void };

function Timeline({ kind, id, onOpen }: TimelineProps) {
  const timelinePages = useInfiniteQuery(timelineQuery(kind, id));
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
                  {...{ kind, id, entry }}
                  onOpen={() => onOpen(entry.id)}
                />
              ))}
            </ol>
          )
        }
      </QueryPanel>
      <LoadMore query={timelinePages} of="events" />
    </div>
  );
}

type TimelineEntryProps = { kind: AuditKind; id: string; entry: AuditEntry; onOpen: () => void };

const pastStateLink = ({ kind, id, entry }: Omit<TimelineEntryProps, 'onOpen'>): string =>
  `${paths.audit}?${new URLSearchParams({ tab: 'as-of', kind, id, at: entry.at })}`;

function TimelineEntry({ kind, id, entry, onOpen }: TimelineEntryProps) {
  const { type, actor, at, reason, people } = entry;
  return (
    <li className="relative pb-7 pl-6 wrap-anywhere last:pb-0">
      <span aria-hidden className="absolute top-2.5 -left-[5px] size-2.5 rounded-full bg-brass" />
      <h2 className="font-display text-xl">{toWords(type)}</h2>
      <p>
        by <bdi>{actorLabel(actor)}</bdi>
        {people.length > 0 && (
          <span className="text-quiet">
            {', about '}
            <bdi>{people.map(({ name }) => name).join(', ')}</bdi>
          </span>
        )}
      </p>
      {reason && <p dir="auto">“{reason}”</p>}
      <time dateTime={at} className="figures text-[0.9375rem] text-quiet">
        {instantLabel(at)}
      </time>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={onOpen}>
          What changed<span className="sr-only">: {toWords(type)}</span>
        </Button>
        <Link
          to={pastStateLink({ kind, id, entry })}
          className="text-[0.9375rem] underline underline-offset-4"
        >
          State at the time<span className="sr-only">: {toWords(type)}</span>
        </Link>
        {kind === 'user' && (
          <Link
            to={ratingsAsOfPath({ player: id, at })}
            className="text-[0.9375rem] underline underline-offset-4"
          >
            Ratings at the time<span className="sr-only">: {toWords(type)}</span>
          </Link>
        )}
      </p>
    </li>
  );
}
