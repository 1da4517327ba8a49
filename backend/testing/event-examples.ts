import { z } from 'zod';
import type { EventCodec } from '../src/platform/kernel/codec.js';
import type { StoredEvent } from '../src/platform/stores/stored-event.js';
import type { EventSet } from '../src/platform/kernel/events.js';

const INSTANT = '2027-03-13T18:00:00.000Z';

/** Texts that resemble real values, so that people can read the corpus. */
const textFor = (field: string): string =>
  /(^at|At|Time|answerBy)$/.test(field)
    ? INSTANT
    : field === 'zone'
      ? 'America/Los_Angeles'
      : `some ${field}`;

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A value that a schema accepts: the first alternative, and one item for each list. */
const valueFor = (schema: JsonSchema, field: string): unknown => {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return valueFor(alternatives[0] as JsonSchema, field);
  switch (Array.isArray(schema.type) ? (schema.type[0] as string) : schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      return Object.fromEntries(
        properties.map(([name, value]) => [name, valueFor(value as JsonSchema, name)]),
      );
    }
    case 'array':
      return [valueFor(schema.items as JsonSchema, field)];
    case 'string':
      return schema.pattern?.includes(':00')
        ? field === 'to'
          ? '22:00'
          : '07:00'
        : textFor(field);
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 0), 7);
    case 'boolean':
      return true;
    default:
      throw new Error(`Write the example of ${field} by hand`);
  }
};

/**
 * An event of every type in its current version.
 * @throws if an example has to be written by hand
 */
export const examples = (sets: readonly EventSet[], codec: EventCodec): Promise<StoredEvent[]> =>
  Promise.all(
    sets.flatMap(({ categories, definitions }) =>
      Object.entries(definitions).map(async ([type, { data }], revision) => {
        const command = `command of ${type}`;
        const event = { type, data: valueFor(z.toJSONSchema(data) as JsonSchema, type) as object };
        const encoded = await codec.encode(event, `example of ${type}`, {
          actor: { id: 'some person', role: 'player' },
          at: INSTANT,
          command,
          fingerprint: 'some fingerprint',
          $correlationId: command,
        });
        const stream = `${categories[0]}-example`;
        const storedAt = Date.parse(INSTANT);
        return {
          ...encoded,
          stream,
          revision,
          position: String(revision + 1).padStart(20, '0'),
          storedAt,
        };
      }),
    ),
  );
