import type { Route } from '@courtly/contracts/route';
import fc from 'fast-check';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Known = Readonly<Record<string, readonly string[]>>;

export type AnyRequest = Readonly<{
  params: Readonly<Record<string, string>>;
  query: readonly (readonly [string, string])[];
  body: unknown;
}>;

/** Values that attackers and broken clients send. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    '',
    ' ',
    '\u0000',
    '\uFEFF',
    '__proto__',
    'constructor',
    '$where',
    { $gt: '' },
    { $ne: null },
    { __proto__: { role: 'admin' } },
    '../../../etc/passwd',
    '%2e%2e%2f',
    "' OR 1=1 --",
    '<script>alert(1)</script>',
    '🎾'.repeat(200),
    'x'.repeat(20_000),
    1e308,
    -1e308,
    -1,
    0.1,
    Number.MAX_SAFE_INTEGER + 1,
    '1e308',
    'NaN',
    'Infinity',
    '-0',
    '9999-12-31T23:59:59.999Z',
    '0000-01-01T00:00:00Z',
    '2027-02-30',
    '2027-03-14T02:30:00',
    true,
    [],
    {},
    [[[[]]]],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const text = (schema: JsonSchema, field: string, knownValues: Known): fc.Arbitrary<unknown> => {
  const { format, pattern, minLength = 0, maxLength = 60 } = schema;
  if (knownValues[field]) return fc.constantFrom(...knownValues[field]);
  if (format === 'date-time')
    return fc
      .integer({
        min: Date.parse('2026-01-01') / 3_600_000,
        max: Date.parse('2029-01-01') / 3_600_000,
      })
      .map((hour) => new Date(hour * 3_600_000).toISOString());
  if (format === 'date')
    return fc
      .integer({ min: 20_500, max: 21_500 })
      .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
  if (format === 'email') return fc.uuid().map((id) => `${id}@example.test`);
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 30) });
};

/** Values that match a JSON schema. Additional checks in code may still refuse them. */
const valid = (schema: JsonSchema, field: string, knownValues: Known): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives)
    return fc.oneof(
      ...alternatives.map((alternative) => valid(alternative as JsonSchema, field, knownValues)),
    );
  const { minimum = 0, maximum = 1_000 } = schema;
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      const values = properties.map(
        ([name, value]) => [name, valid(value as JsonSchema, name, knownValues)] as const,
      );
      return fc.record(Object.fromEntries(values), { requiredKeys: (schema.required ?? []) as [] });
    }
    case 'array':
      return fc.array(valid((schema.items ?? {}) as JsonSchema, field, knownValues), {
        maxLength: 3,
      });
    case 'string':
      return text(schema, field, knownValues);
    case 'integer':
      return fc.integer({ min: minimum, max: Math.min(maximum, 1e6) });
    case 'number':
      return fc.double({ min: minimum, max: Math.min(maximum, 1e6), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
};

/** A valid value in which one field is replaced, removed, or added. */
const nearly = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(good, fc.nat(), hostile, fc.constantFrom('replace', 'remove', 'add'))
    .map(([value, index, other, change]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return other;
      const names = Object.keys(value);
      const name = change === 'add' || names.length === 0 ? 'status' : names[index % names.length]!;
      const { [name]: _, ...otherFields } = value as Record<string, unknown>;
      return change === 'remove' ? otherFields : { ...otherFields, [name]: other };
    });

const mixed = (schema: z.ZodType | undefined, knownValues: Known): fc.Arbitrary<unknown> => {
  if (!schema) return fc.constant(undefined);
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const good = valid(json, '', knownValues);
  return fc.oneof({ weight: 4, arbitrary: good }, { weight: 4, arbitrary: nearly(good) }, hostile);
};

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const entries = (value: unknown): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, fieldValue]) =>
        Array.isArray(fieldValue)
          ? fieldValue.map((item): [string, string] => [name, asText(item)])
          : [[name, asText(fieldValue)]],
      )
    : [];

/**
 * Valid, nearly valid, and hostile requests. `knownValues` contains existing values by field name.
 */
export const requestsOf = (route: Route, knownValues: Known): fc.Arbitrary<AnyRequest> => {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  return fc
    .tuple(
      mixed(route.params, knownValues),
      mixed(route.query, knownValues),
      mixed(route.body, knownValues),
    )
    .map(([params, query, requestBody]) => {
      const given = Object.fromEntries(entries(params));
      // An empty part or a dot would change the path, and servers limit the length of a URL.
      const part = (name: string) =>
        /^\.{0,2}$/.test(given[name] ?? '') ? 'x' : given[name]!.slice(0, 2_000);
      return {
        params: Object.fromEntries(names.map((name) => [name, part(name)])),
        query: entries(query).map(([name, value]) => [name, value.slice(0, 2_000)] as const),
        body: requestBody,
      };
    });
};
