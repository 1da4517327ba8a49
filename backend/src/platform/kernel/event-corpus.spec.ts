import { allEvents } from '../../event-sets.js';
import { describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { examples } from '../../../testing/event-examples.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import type { StoredEvent } from '../stores/stored-event.js';
import { EventCodec } from './codec.js';
import type { PersonalData } from './events.js';

/**
 * One stored event of every type and version ever written. To add missing ones, run this file with
 * ADD_EXAMPLES=1, review the new entries, and commit them. Never change old entries.
 */
const FILE = new URL('../../../testing/event-corpus.json', import.meta.url);
const definitions = new Map(allEvents.flatMap((set) => Object.entries(set.definitions)));
const keys = new InMemoryKeys(() => Buffer.alloc(32, 'courtly'));
const codec = new EventCodec(allEvents, keys);

const erasedOf = (personal: readonly PersonalData[] = []) =>
  Object.assign({}, ...personal.map((personalField) => personalField.erased)) as object;

const nameOf = ({ type, metadata }: Pick<StoredEvent, 'type' | 'metadata'>) =>
  `${type} ${(metadata as { version: number }).version}`;

/** The fields that an event has without upcasts. */
const storedFieldsOf = async (event: StoredEvent) => {
  const { version } = event.metadata as { version: number };
  const eventSet = allEvents.find(({ definitions }) => event.type in definitions)!;
  const stored = { ...eventSet.definitions[event.type]!, version };
  const storedSet = { ...eventSet, definitions: { [event.type]: stored } };
  const [decoded] = await new EventCodec([storedSet], keys).decode([event]);
  return Object.keys((decoded as { data: object }).data);
};

const read = () => JSON.parse(readFileSync(FILE, 'utf8')) as StoredEvent[];

if (process.env['ADD_EXAMPLES']) {
  const knownEvents = read();
  const added = (await examples(allEvents, codec)).filter(
    (event) => !knownEvents.map(nameOf).includes(nameOf(event)),
  );
  const events = [...knownEvents, ...added].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(events, null, 2)}\n`);
}
const corpus = read();

describe('the corpus of stored events', () => {
  it('has exactly one example of each type and version', () => {
    const versions = [...definitions].flatMap(([type, { version }]) =>
      Array.from({ length: version }, (_, index) => `${type} ${index + 1}`),
    );
    expect(corpus.map(nameOf).sort()).toEqual(versions.sort());
  });

  it.each(corpus.map((event) => [nameOf(event), event] as const))(
    'decodes %s',
    async (_name, event) => {
      const { personal, data: schema } = definitions.get(event.type)!;
      const [decoded] = await codec.decode([event]);
      expect(decoded).not.toHaveProperty('unreadable');
      const { data: understood } = decoded as { data: Record<string, unknown> };
      expect(schema.strict().parse(understood)).toEqual(understood);
      // An upcast never adds personal data of a user for whom the event has nothing sealed.
      const { sealed = [] } = event.data as { sealed?: readonly { of: string }[] };
      const isOlder =
        (event.metadata as { version: number }).version < definitions.get(event.type)!.version;
      const sealedPersonal = isOlder
        ? personal?.filter(({ of }) => sealed.some((part) => part.of === of))
        : personal;
      const storedFields = await storedFieldsOf(event);
      for (const [field, erased] of Object.entries(erasedOf(sealedPersonal)))
        if (!isOlder || storedFields.includes(field)) expect(understood[field]).not.toEqual(erased);
    },
  );

  it.each(
    corpus
      .filter(({ type }) => definitions.get(type)?.personal)
      .map((event) => [nameOf(event), event] as const),
  )('decodes %s after its user is erased', async (_name, event) => {
    const { personal, data: schema } = definitions.get(event.type)!;
    const erased = new InMemoryKeys();
    for (const { of } of personal!)
      erased.erase(String((event.data as Record<string, unknown>)[of]));
    const [decoded] = await new EventCodec(allEvents, erased).decode([event]);
    expect(decoded).toMatchObject({ data: erasedOf(personal) });
    expect(schema.safeParse((decoded as { data: unknown }).data).success).toBe(true);
  });
});
