import type { AuditEvent } from '@courtly/contracts/audit';
import { actorLabel, instantLabel, toWords } from '../../resources/audit/audit-labels';

type EventRowsProps = { events: readonly AuditEvent[]; onOpen: (eventId: string) => void };

export function EventRows({ events, onOpen }: EventRowsProps) {
  return (
    <ul aria-label="Events" className="-mx-3 border-t border-rule">
      {events.map((auditEvent) => (
        <li
          key={auditEvent.id}
          className="relative grid gap-1 border-b border-rule px-3 py-4 hover:bg-sunk/60 md:grid-cols-[1fr_auto] md:gap-8"
        >
          <div className="min-w-0 wrap-anywhere">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(auditEvent.id)}
              className="cursor-pointer text-left font-display text-xl after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brass"
            >
              {toWords(auditEvent.type)}
            </button>
            <p>
              by <bdi>{actorLabel(auditEvent.actor)}</bdi>
            </p>
            <p className="text-[0.9375rem] text-quiet">
              {auditEvent.bookingId ?? auditEvent.stream}
            </p>
          </div>
          <time dateTime={auditEvent.at} className="figures text-[0.9375rem] text-quiet">
            {instantLabel(auditEvent.at)}
          </time>
        </li>
      ))}
    </ul>
  );
}
