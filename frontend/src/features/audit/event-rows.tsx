import type { AuditEvent } from '@courtly/contracts/audit';
import { actorLabel, momentLabel, words } from '../../resources/audit/audit-labels';

type Props = { events: readonly AuditEvent[]; onOpen: (eventId: string) => void };

export function EventRows({ events, onOpen }: Props) {
  return (
    <ul aria-label="Events" className="-mx-3 border-t border-rule">
      {events.map((event) => (
        <li
          key={event.id}
          className="relative grid gap-1 border-b border-rule px-3 py-4 hover:bg-sunk/60 md:grid-cols-[1fr_auto] md:gap-8"
        >
          <div className="min-w-0 wrap-anywhere">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(event.id)}
              className="cursor-pointer text-left font-display text-xl after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brass"
            >
              {words(event.type)}
            </button>
            <p>
              by <bdi>{actorLabel(event.actor)}</bdi>
            </p>
            <p className="text-[0.9375rem] text-quiet">{event.bookingId ?? event.stream}</p>
          </div>
          <time dateTime={event.at} className="figures text-[0.9375rem] text-quiet">
            {momentLabel(event.at)}
          </time>
        </li>
      ))}
    </ul>
  );
}
