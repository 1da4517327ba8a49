import type { AuditEvent } from '@courtly/contracts/audit';
import { auditKinds, instantLabel } from '../../resources/audit/audit-labels';
import { pastStateLink, timelineLink } from '../../resources/audit/timeline-link';
import { TextLink } from '../../ui/text-link';

type EventRowsProps = { events: readonly AuditEvent[]; onOpen: (eventId: string) => void };

type EventGroup = Readonly<{ key: string; thing: AuditEvent['thing']; events: AuditEvent[] }>;

/** Puts consecutive events of one record together. */
export const groupByThing = (events: readonly AuditEvent[]): EventGroup[] =>
  events.reduce<EventGroup[]>((groups, auditEvent) => {
    const { thing, stream, id } = auditEvent;
    const subject = thing ? `${thing.kind} ${thing.id}` : stream;
    const lastGroup = groups.at(-1);
    if (lastGroup?.key.startsWith(`${subject} `)) lastGroup.events.push(auditEvent);
    else groups.push({ key: `${subject} ${id}`, thing, events: [auditEvent] });
    return groups;
  }, []);

const kindLabel = (kind: string): string =>
  auditKinds.find(({ value }) => value === kind)?.label ?? kind;

export function EventRows({ events, onOpen }: EventRowsProps) {
  return (
    <ul aria-label="Events" className="-mx-3 border-t border-rule">
      {groupByThing(events).map((group) => (
        <li key={group.key} className="border-b border-rule py-3">
          <ul>
            {group.events.map((auditEvent) => (
              <EventRow key={auditEvent.id} auditEvent={auditEvent} onOpen={onOpen} />
            ))}
          </ul>
          {group.thing && (
            <p className="px-3 text-small text-quiet wrap-anywhere">
              <TextLink
                to={timelineLink(group.thing.kind, group.thing.id)}
                className="inline-flex min-h-6 items-center"
              >
                {kindLabel(group.thing.kind)} timeline
                <span className="sr-only"> of {group.thing.id}</span>
              </TextLink>{' '}
              <TextLink
                to={pastStateLink(group.thing.kind, group.thing.id, group.events[0]!.at)}
                className="ml-3 inline-flex min-h-6 items-center"
              >
                State at the time
                <span className="sr-only"> of {group.thing.id}</span>
              </TextLink>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function EventRow({
  auditEvent: { id, at, sentence },
  onOpen,
}: {
  auditEvent: AuditEvent;
  onOpen: (eventId: string) => void;
}) {
  return (
    <li className="relative grid gap-x-8 gap-y-0.5 px-3 py-2 hover:bg-sunk/60 md:grid-cols-[1fr_auto]">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(id)}
        className="min-w-0 cursor-pointer text-left text-lg wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brass"
      >
        {sentence}
      </button>
      <time dateTime={at} className="figures text-small text-quiet">
        {instantLabel(at)}
      </time>
    </li>
  );
}
