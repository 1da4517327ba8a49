import { describe, expect, it } from '@jest/globals';
import { EventCodec } from './platform/kernel/codec.js';
import type { Message } from './platform/kernel/decider.js';
import type { PersonalData, RecordedEvent } from './platform/kernel/events.js';
import type { Projection } from './platform/projections/projection.js';
import { allEvents } from './event-sets.js';
import { allProjections } from './slices.js';
import { examples } from '../testing/event-examples.js';
import { InMemoryKeys } from '../testing/in-memory-keys.js';
import { documentStates } from '../testing/projection.js';

const definitions = new Map(allEvents.flatMap((set) => Object.entries(set.definitions)));
const codec = new EventCodec(allEvents, new InMemoryKeys());
const events = (await codec.decode(await examples(allEvents, codec))) as RecordedEvent[];

/** All texts in a document, at any depth. */
const textsIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [value];

/** The users whose personal data is both in an event and in a document. */
const personIds = (document: object, { type, data }: Message): string[] => {
  const texts = new Set(textsIn(document));
  const fields = data as Record<string, unknown>;
  const standsIn = ({ erased }: PersonalData) =>
    Object.keys(erased).some((field) =>
      textsIn(fields[field]).some((text) => typeof text === 'string' && texts.has(text)),
    );
  return (definitions.get(type)!.personal ?? [])
    .filter(standsIn)
    .map(({ of }) => String(fields[of]));
};

describe.each(
  (allProjections as unknown as Projection[]).map(
    (projection) => [projection.name, projection] as const,
  ),
)('the read model %s', (_name, projection) => {
  it('declares whose personal data each document contains', () => {
    for (const { event, document } of documentStates(projection, events))
      expect({ of: event.type, people: projection.people?.(document) ?? [] }).toEqual({
        of: event.type,
        people: expect.arrayContaining(personIds(document, event)),
      });
  });
});
