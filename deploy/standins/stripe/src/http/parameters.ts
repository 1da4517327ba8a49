import type Stripe from 'stripe';
import type { FormParameter } from './form.js';
import { InvalidParameterError, unsupportedMessage } from './api-error.js';

/** Parses one parameter. `parameterName` is its full name for error messages. */
export type ParameterField<Value> = Readonly<{
  parse: (rawValue: FormParameter, parameterName: string) => Value;
  required?: boolean;
}>;
export type RequiredField<Value> = ParameterField<Value> & Readonly<{ required: true }>;
export type ParameterShape = Readonly<Record<string, ParameterField<unknown>>>;

type FieldValue<F> = F extends ParameterField<infer Value> ? Value : never;

/** The values of a shape: undefined if absent, null if emptied. */
export type ShapeValues<S extends ParameterShape> = {
  [Name in keyof S as S[Name] extends RequiredField<unknown> ? Name : never]: FieldValue<S[Name]>;
} & {
  [Name in keyof S as S[Name] extends RequiredField<unknown> ? never : Name]?: FieldValue<S[Name]>;
};

const createTextField = <Value>(
  parseText: (textValue: string, parameterName: string) => Value,
): ParameterField<Value> => ({
  parse(rawValue, parameterName) {
    if (typeof rawValue !== 'string')
      throw new InvalidParameterError('Invalid string', parameterName, 'parameter_invalid_string');
    return parseText(rawValue, parameterName);
  },
});

/** Text; empty means unset. */
export const textField: ParameterField<string | null> = createTextField(
  (rawValue) => rawValue || null,
);

/** A whole number, such as cents or Unix seconds. */
export const integerField: ParameterField<number> = createTextField((rawValue, parameterName) => {
  if (!/^-?\d{1,15}$/.test(rawValue))
    throw new InvalidParameterError(
      `Invalid integer: ${rawValue}`,
      parameterName,
      'parameter_invalid_integer',
    );
  return Number(rawValue);
});

const MAX_PAGE_SIZE = 100;

/** The size of a page of a list. */
export const pageSizeField: ParameterField<number> = {
  parse(rawValue, parameterName) {
    const pageSize = integerField.parse(rawValue, parameterName);
    if (pageSize >= 1 && pageSize <= MAX_PAGE_SIZE) return pageSize;
    throw new InvalidParameterError(
      pageSize < 1
        ? 'This value must be greater than or equal to 1.'
        : `This value must be less than or equal to ${MAX_PAGE_SIZE}.`,
      parameterName,
      'parameter_invalid_integer',
    );
  },
};

export const flagField: ParameterField<boolean> = createTextField((rawValue, parameterName) => {
  if (rawValue !== 'true' && rawValue !== 'false')
    throw new InvalidParameterError(`Invalid boolean: ${rawValue}`, parameterName);
  return rawValue === 'true';
});

export const oneOfField = <const Word extends string>(
  ...allowedWords: readonly Word[]
): ParameterField<Word> =>
  createTextField((rawValue, parameterName) => {
    const matchedWord = allowedWords.find((allowedWord) => allowedWord === rawValue);
    if (!matchedWord)
      throw new InvalidParameterError(
        unsupportedMessage(
          `Invalid ${parameterName}: must be one of ${allowedWords.join(', ')}; got ${rawValue}.`,
        ),
        parameterName,
      );
    return matchedWord;
  });

const isParameterGroup = (
  rawValue: FormParameter,
): rawValue is { [parameterName: string]: FormParameter } => typeof rawValue !== 'string';

/** A group of named parameters. */
export const groupField = <const S extends ParameterShape>(
  groupShape: S,
): ParameterField<ShapeValues<S>> => ({
  parse(rawValue, parameterName) {
    if (!isParameterGroup(rawValue))
      throw new InvalidParameterError('Invalid object', parameterName);
    return readShape(groupShape, rawValue, parameterName);
  },
});

export const listField = <Value>(itemField: ParameterField<Value>): ParameterField<Value[]> => ({
  parse(rawValue, parameterName) {
    if (!isParameterGroup(rawValue))
      throw new InvalidParameterError('Invalid array', parameterName);
    return Object.entries(rawValue).map(([itemIndex, itemValue]) =>
      itemField.parse(itemValue, `${parameterName}[${itemIndex}]`),
    );
  },
});

/** Accepts a parameter and ignores it. */
export const ignoredField: ParameterField<undefined> = { parse: () => undefined };

/**
 * Changes to metadata by key. An empty value unsets its key; an empty parameter unsets all keys.
 */
export const metadataField: ParameterField<Stripe.Emptyable<Stripe.MetadataParam>> = {
  parse(rawValue, parameterName) {
    if (rawValue === '') return '';
    if (!isParameterGroup(rawValue))
      throw new InvalidParameterError('Invalid metadata', parameterName);
    for (const [metadataKey, metadataValue] of Object.entries(rawValue))
      if (isParameterGroup(metadataValue) || metadataKey.length > 40 || metadataValue.length > 500)
        throw new InvalidParameterError(
          'Metadata is limited to keys of 40 and values of 500 characters',
          `${parameterName}[${metadataKey}]`,
        );
    return { ...rawValue } as Stripe.MetadataParam;
  },
};

export function requiredField<Value>(
  optionalField: ParameterField<Value>,
): RequiredField<NonNullable<Value>> {
  return {
    required: true,
    parse(rawValue, parameterName) {
      const fieldResult = optionalField.parse(rawValue, parameterName);
      if (fieldResult === null || fieldResult === undefined)
        throw new InvalidParameterError(
          `You passed an empty string for '${parameterName}'.`,
          parameterName,
          'parameter_invalid_empty',
        );
      return fieldResult;
    },
  };
}

/**
 * Reads parameters by a shape. Throws InvalidParameterError if one is missing, malformed, or
 * unknown.
 */
export function readShape<S extends ParameterShape>(
  parameterShape: S,
  parameters: { [parameterName: string]: FormParameter },
  parentName = '',
): ShapeValues<S> {
  const fullName = (parameterName: string) =>
    parentName ? `${parentName}[${parameterName}]` : parameterName;
  for (const parameterName of Object.keys(parameters))
    if (!Object.hasOwn(parameterShape, parameterName))
      throw new InvalidParameterError(
        unsupportedMessage(`Received unknown parameter: ${fullName(parameterName)}.`),
        fullName(parameterName),
        'parameter_unknown',
      );
  for (const [parameterName, shapeField] of Object.entries(parameterShape))
    if (shapeField.required && parameters[parameterName] === undefined)
      throw new InvalidParameterError(
        `Missing required param: ${fullName(parameterName)}.`,
        fullName(parameterName),
        'parameter_missing',
      );
  const valueEntries = Object.entries(parameters).map(([parameterName, rawValue]) => [
    parameterName,
    parameterShape[parameterName]!.parse(rawValue, fullName(parameterName)),
  ]);
  return Object.fromEntries(valueEntries) as ShapeValues<S>;
}

/** Merges changes into metadata. An empty value unsets its key; an empty change unsets all keys. */
export function mergeMetadata(
  currentMetadata: Stripe.Metadata | null,
  metadataChanges: Stripe.Emptyable<Stripe.MetadataParam> | undefined,
): Stripe.Metadata {
  if (metadataChanges === '' || metadataChanges === null) return {};
  const mergedEntries = Object.entries({ ...currentMetadata, ...metadataChanges }).filter(
    ([, rawValue]) => rawValue !== '' && rawValue !== null,
  );
  return Object.fromEntries(
    mergedEntries.map(([metadataKey, rawValue]) => [metadataKey, String(rawValue)]),
  );
}
