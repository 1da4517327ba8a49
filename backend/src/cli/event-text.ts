import type { UnreadableEvent } from '../platform/kernel/codec.js';
import type { RecordedEvent } from '../platform/kernel/events.js';

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Formats an event for people: one line, then one line for each field. */
export const eventText = (event: RecordedEvent | UnreadableEvent): string => {
  if ('unreadable' in event)
    return `${event.stream} #${event.revision}  unreadable: ${event.unreadable}`;
  const { stream, revision, type, data, metadata } = event;
  const { actor, at } = metadata;
  const fields = Object.entries(data as Record<string, unknown>);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  const who = actor.id === actor.role ? actor.role : `${actor.role} ${actor.id}`;
  return [
    `${stream} #${revision}  ${at}  ${type}  by ${who}`,
    ...fields.map(([name, value]) => `    ${name.padEnd(width)}  ${asText(value)}`.trimEnd()),
  ].join('\n');
};
