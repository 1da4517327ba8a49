import type { UnreadableEvent } from '../platform/kernel/codec.js';
import type { RecordedEvent } from '../platform/kernel/events.js';

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Formats an event for people: one line for the event, then one line for each field. */
export const eventText = (event: RecordedEvent | UnreadableEvent): string => {
  if ('unreadable' in event)
    return `${event.stream} #${event.revision}  unreadable: ${event.unreadable}`;
  const { stream, revision, type, data, metadata } = event;
  const { actor, at } = metadata;
  const dataFields = Object.entries(data as Record<string, unknown>);
  const nameWidth = Math.max(0, ...dataFields.map(([name]) => name.length));
  const actorText = actor.id === actor.role ? actor.role : `${actor.role} ${actor.id}`;
  return [
    `${stream} #${revision}  ${at}  ${type}  by ${actorText}`,
    ...dataFields.map(([name, value]) =>
      `    ${name.padEnd(nameWidth)}  ${valueText(value)}`.trimEnd(),
    ),
  ].join('\n');
};
