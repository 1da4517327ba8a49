import type { z } from 'zod';

const INSTANT = '2099-03-13T17:00:00.000Z';

/** The contract leaves out the format of most strings in responses, but their names imply it. */
const textsByName: readonly (readonly [RegExp, string])[] = [
  [/(?:^name|Name)$/, 'Robin'],
  [/^(?:zone)$/, 'America/Phoenix'],
  [/^(?:offset)$/, '-07:00'],
  [/(?:^date|Date|^day|Day|^birthday|^week|On)$/, '2099-03-13'],
  [/(?:^month|Month)$/, '2099-03'],
  [
    /(?:At|Time|[uU]ntil|[sS]ince|[bB]y|^from|^to|^start|^end|[dD]eadline|^at|^when|^last|Seen|^asOf)$/,
    INSTANT,
  ],
  [/(?:[uU]rl|photo|avatar|src)$/, '/api/photos/a.webp'],
];

const otherTexts = [
  'America/Phoenix',
  '2099-03',
  'Robin',
  'abc',
  '1',
  '3f0f8f9e-8c1e-4f6a-9d3b-0a1b2c3d4e5f',
  'robin@example.test',
  'a'.repeat(64),
];

const textFor = (name: string, pattern: RegExp | undefined): string => {
  const namedText = textsByName.find(([names]) => names.test(name))?.[1] ?? '120.00';
  const wholeHour = name === 'to' ? '21:00' : '07:00';
  return (
    [namedText, wholeHour, INSTANT, '2099-03-13', ...otherTexts].find(
      (text) => pattern?.test(text) ?? true,
    ) ?? namedText
  );
};

type Definition = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  items?: z.ZodType[];
  entries?: Record<string, string>;
  values?: unknown[];
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  in?: z.ZodType;
  getter?: () => z.ZodType;
  pattern?: RegExp;
  checks?: { _zod: { def: { pattern?: RegExp } } }[];
};

const keysOf = (schema: z.ZodType): string[] | undefined => {
  const { entries } = schema._zod.def as unknown as Definition;
  return entries && Object.values(entries);
};

/**
 * A value that the schema accepts, with every optional field and one item in each array.
 * @param name of the field, which implies what a text means
 */
export const exampleOf = (schema: z.ZodType, name = ''): unknown => {
  const def = schema._zod.def as unknown as Definition;
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape!).map(([key, field]) => [key, exampleOf(field, key)]),
      );
    case 'array':
      return [exampleOf(def.element!, name)];
    case 'tuple':
      return def.items!.map((item) => exampleOf(item, name));
    case 'record':
      return Object.fromEntries(
        (keysOf(def.keyType!) ?? ['a1']).map((key) => [key, exampleOf(def.valueType!, key)]),
      );
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
    case 'catch':
      return exampleOf(def.innerType!, name);
    case 'pipe':
      return exampleOf(def.in!, name);
    case 'lazy':
      return exampleOf(def.getter!(), name);
    case 'union':
      return exampleOf(def.options![0]!, name);
    case 'enum':
      return Object.values(def.entries!)[0];
    case 'literal':
      return def.values![0];
    case 'string':
      return textFor(name, def.pattern ?? checks.find(({ pattern }) => pattern)?.pattern);
    case 'number':
      return 1;
    case 'boolean':
      return false;
    default:
      return undefined;
  }
};
