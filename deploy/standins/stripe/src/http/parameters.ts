import type Stripe from 'stripe';
import type { Param } from './form.js';
import { InvalidParameter, unsupported } from './refusal.js';

/** How one parameter is read; `name` is its full name, for the refusal. */
export type Field<Value> = Readonly<{
  read: (value: Param, name: string) => Value;
  required?: boolean;
}>;
export type Required<Value> = Field<Value> & Readonly<{ required: true }>;
export type Shape = Readonly<Record<string, Field<unknown>>>;

type ValueOf<F> = F extends Field<infer Value> ? Value : never;

/** The values that a shape reads: absent ones are undefined, emptied ones null. */
export type Values<S extends Shape> = {
  [Name in keyof S as S[Name] extends Required<unknown> ? Name : never]: ValueOf<S[Name]>;
} & { [Name in keyof S as S[Name] extends Required<unknown> ? never : Name]?: ValueOf<S[Name]> };

const ofText = <Value>(read: (text: string, name: string) => Value): Field<Value> => ({
  read(value, name) {
    if (typeof value !== 'string')
      throw new InvalidParameter('Invalid string', name, 'parameter_invalid_string');
    return read(value, name);
  },
});

/** Text; empty means unset. */
export const text: Field<string | null> = ofText((value) => value || null);

/** A whole number, such as cents or unix seconds. */
export const integer: Field<number> = ofText((value, name) => {
  if (!/^-?\d{1,15}$/.test(value))
    throw new InvalidParameter(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
  return Number(value);
});

export const flag: Field<boolean> = ofText((value, name) => {
  if (value !== 'true' && value !== 'false')
    throw new InvalidParameter(`Invalid boolean: ${value}`, name);
  return value === 'true';
});

export const oneOf = <const Word extends string>(...words: readonly Word[]): Field<Word> =>
  ofText((value, name) => {
    const word = words.find((candidate) => candidate === value);
    if (!word)
      throw new InvalidParameter(
        unsupported(`Invalid ${name}: must be one of ${words.join(', ')}; got ${value}.`),
        name,
      );
    return word;
  });

const isGroup = (value: Param): value is { [name: string]: Param } => typeof value !== 'string';

/** A group of named parameters. */
export const group = <const S extends Shape>(shape: S): Field<Values<S>> => ({
  read(value, name) {
    if (!isGroup(value)) throw new InvalidParameter('Invalid object', name);
    return readShape(shape, value, name);
  },
});

export const listOf = <Value>(field: Field<Value>): Field<Value[]> => ({
  read(value, name) {
    if (!isGroup(value)) throw new InvalidParameter('Invalid array', name);
    return Object.entries(value).map(([index, item]) => field.read(item, `${name}[${index}]`));
  },
});

/** Parameters that the stand-in takes and leaves alone. */
export const ignored: Field<undefined> = { read: () => undefined };

/** Changes to metadata: each key with its value, empty to unset it; empty as a whole to unset all. */
export const metadata: Field<Stripe.Emptyable<Stripe.MetadataParam>> = {
  read(value, name) {
    if (value === '') return '';
    if (!isGroup(value)) throw new InvalidParameter('Invalid metadata', name);
    for (const [key, item] of Object.entries(value))
      if (isGroup(item) || key.length > 40 || item.length > 500)
        throw new InvalidParameter(
          'Metadata is text: keys to 40, values to 500 characters',
          `${name}[${key}]`,
        );
    return { ...value } as Stripe.MetadataParam;
  },
};

export function required<Value>(field: Field<Value>): Required<NonNullable<Value>> {
  return {
    required: true,
    read(value, name) {
      const result = field.read(value, name);
      if (result === null || result === undefined)
        throw new InvalidParameter(
          `You passed an empty string for '${name}'.`,
          name,
          'parameter_invalid_empty',
        );
      return result;
    },
  };
}

/** Reads parameters by a shape. Throws InvalidParameter for one that is missing, malformed or not in the shape. */
export function readShape<S extends Shape>(
  shape: S,
  params: { [name: string]: Param },
  inside = '',
): Values<S> {
  const full = (name: string) => (inside ? `${inside}[${name}]` : name);
  for (const name of Object.keys(params))
    if (!Object.hasOwn(shape, name))
      throw new InvalidParameter(
        unsupported(`Received unknown parameter: ${full(name)}.`),
        full(name),
        'parameter_unknown',
      );
  for (const [name, field] of Object.entries(shape))
    if (field.required && params[name] === undefined)
      throw new InvalidParameter(
        `Missing required param: ${full(name)}.`,
        full(name),
        'parameter_missing',
      );
  const given = Object.entries(params).map(([name, value]) => [
    name,
    shape[name]!.read(value, full(name)),
  ]);
  return Object.fromEntries(given) as Values<S>;
}

/** Metadata after a change: keys merge, an empty value unsets its key, an empty change unsets all. */
export function mergeMetadata(
  before: Stripe.Metadata | null,
  change: Stripe.Emptyable<Stripe.MetadataParam> | undefined,
): Stripe.Metadata {
  if (change === '' || change === null) return {};
  const merged = Object.entries({ ...before, ...change }).filter(
    ([, value]) => value !== '' && value !== null,
  );
  return Object.fromEntries(merged.map(([key, value]) => [key, String(value)]));
}
