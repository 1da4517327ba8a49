import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { allEvents } from './event-sets.js';
import { EventCodec } from './platform/kernel/codec.js';
import type { RecordedEvent } from './platform/kernel/events.js';
import type { Projection } from './platform/projections/projection.js';
import type { StoredEvent } from './platform/stores/stored-event.js';
import { allProjections } from './slices.js';
import { examples } from '../testing/event-examples.js';
import { InMemoryKeys } from '../testing/in-memory-keys.js';
import { documentStates } from '../testing/projection.js';

/** The version of each projection, and the hash of its documents' shape in that version. */
type RecordedShapes = Readonly<Record<string, Readonly<{ version: number; shape: string }>>>;

const SHAPES_FILE = new URL('../testing/projection-shapes.json', import.meta.url);
const CORPUS_FILE = new URL('../testing/event-corpus.json', import.meta.url);
const RECORD = 'ADD_EXAMPLES=1 npm run test:unit -- projection-shapes';

const readJson = (file: URL) => JSON.parse(readFileSync(file, 'utf8')) as unknown;

/**
 * Examples of the current schemas and of all stored versions, in the order in which they are
 * defined.
 */
const exampleEvents = async (): Promise<RecordedEvent[]> => {
  const codec = new EventCodec(allEvents, new InMemoryKeys(() => Buffer.alloc(32, 'courtly')));
  const types = allEvents.flatMap(({ definitions }) => Object.keys(definitions));
  const storedEvents = [
    ...(await examples(allEvents, codec)),
    ...(readJson(CORPUS_FILE) as StoredEvent[]),
  ].sort((left, right) => types.indexOf(left.type) - types.indexOf(right.type));
  return (await codec.decode(storedEvents)) as RecordedEvent[];
};

/** The path and type of every value in a document, at any depth. */
const typedPaths = (value: unknown, path = ''): string[] => {
  if (value === null) return [`${path} null`];
  if (typeof value !== 'object') return [`${path} ${typeof value}`];
  const isList = Array.isArray(value);
  return [
    `${path} ${isList ? 'array' : 'object'}`,
    ...Object.entries(value).flatMap(([name, child]) =>
      typedPaths(child, `${path}.${isList ? '*' : name}`),
    ),
  ];
};

const shapeOf = (projection: Projection, events: readonly RecordedEvent[]): string => {
  const { indexes, handles } = projection;
  const documents = documentStates(projection, events).map(({ document }) => document);
  const paths = [...new Set(documents.flatMap((document) => typedPaths(document)))].sort();
  const handledTypes = handles === 'all' ? handles : [...handles].sort();
  return createHash('sha256')
    .update(JSON.stringify({ paths, indexes, handledTypes }))
    .digest('hex')
    .slice(0, 16);
};

const shapesOf = (
  projections: readonly Projection[],
  events: readonly RecordedEvent[],
): RecordedShapes =>
  Object.fromEntries(
    projections
      .map((projection) => {
        const { name, version } = projection;
        return [name, { version, shape: shapeOf(projection, events) }] as const;
      })
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );

/**
 * Keeps the recorded shape if its version is equal or higher. Only a raised version may replace it.
 */
const updateShapes = (recorded: RecordedShapes, current: RecordedShapes): RecordedShapes =>
  Object.fromEntries(
    Object.entries(current).map(([name, { version, shape }]) => {
      const isRaised = version > (recorded[name]?.version ?? 0);
      return [name, isRaised ? { version, shape } : recorded[name]!];
    }),
  );

/** Instructions for each projection that differs from its record. */
const advice = (recorded: RecordedShapes, current: RecordedShapes): string[] =>
  [...new Set([...Object.keys(recorded), ...Object.keys(current)])].flatMap((name) => {
    const [before, after] = [recorded[name], current[name]];
    if (before?.version === after?.version && before?.shape === after?.shape) return [];
    return before && after && after.version <= before.version
      ? `The documents, indexes, or events of ${name} changed: raise its version above ${before.version}, then run ${RECORD}`
      : `The version of ${name} changed: run ${RECORD}`;
  });

const projections = allProjections as unknown as Projection[];
const events = await exampleEvents();
const currentShapes = shapesOf(projections, events);

if (process.env['ADD_EXAMPLES']) {
  const shapes = updateShapes(readJson(SHAPES_FILE) as RecordedShapes, currentShapes);
  writeFileSync(SHAPES_FILE, `${JSON.stringify(shapes, null, 2)}\n`);
}

describe('the version of a projection', () => {
  const bookings = projections.find(({ name }) => name === 'bookings')!;
  const recorded = shapesOf([bookings], events);
  const withField: Projection = {
    ...bookings,
    evolve(document, event, id) {
      const nextDocument = bookings.evolve(document, event, id);
      return nextDocument && { ...nextDocument, addedField: 2 };
    },
  };
  const withIndex: Projection = { ...bookings, indexes: [...bookings.indexes, { notes: 1 }] };
  const withEvent: Projection = { ...bookings, handles: [...bookings.handles, 'MatchLogged'] };

  it('is raised when its documents, indexes, or events change', () =>
    expect(advice(readJson(SHAPES_FILE) as RecordedShapes, currentShapes)).toEqual([]));

  it.each([
    ['a field', withField],
    ['an index', withIndex],
    ['an event', withEvent],
  ])('must be raised for %s, even if the new shape is recorded', (_change, changed) => {
    const current = shapesOf([changed], events);
    const problem = expect.stringMatching(/of bookings changed: raise its version above \d+, then/);
    expect(advice(recorded, current)).toEqual([problem]);
    expect(advice(updateShapes(recorded, current), current)).toEqual([problem]);
  });

  it('is recorded once it is raised', () => {
    const current = shapesOf([{ ...withField, version: bookings.version + 1 }], events);
    expect(advice(recorded, current)).toEqual([
      expect.stringContaining('The version of bookings changed: run'),
    ]);
    expect(advice(updateShapes(recorded, current), current)).toEqual([]);
  });
});
