import type { PolicyField } from '@courtly/contracts/policies';
import { CityPolicy, CityTax, Policy } from '@courtly/contracts/policy';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The largest safe integer is a limit of JavaScript, not of the value. */
const bound = (limit: number | undefined): number | null =>
  limit === undefined || Math.abs(limit) === Number.MAX_SAFE_INTEGER ? null : limit;

const kindOf = ({ type, enum: choices }: JsonSchema): PolicyField['kind'] => {
  if (choices) return 'choice';
  if (type === 'boolean') return 'boolean';
  return type === 'string' ? 'text' : 'number';
};

const fieldOf = (name: string, schema: JsonSchema): PolicyField => {
  const alternatives = (schema.anyOf as JsonSchema[] | undefined) ?? [schema];
  const value = alternatives.find(({ type }) => type !== 'null')!;
  return {
    name,
    kind: kindOf(value),
    isNullable: alternatives.some(({ type }) => type === 'null'),
    min: bound(value.minimum),
    max: bound(value.maximum),
    choices: (value.enum ?? []).map(String),
    description: schema.description ?? value.description ?? null,
  };
};

const fieldsIn = (schema: JsonSchema, namePrefix = ''): PolicyField[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const propertySchema = property as JsonSchema;
    if (propertySchema.additionalProperties instanceof Object) return [];
    return propertySchema.properties
      ? fieldsIn(propertySchema, `${namePrefix}${name}.`)
      : [fieldOf(`${namePrefix}${name}`, propertySchema)];
  });

const fieldsOf = (schema: z.ZodType): PolicyField[] =>
  fieldsIn(z.toJSONSchema(schema, { io: 'output' }));

/** The input that each policy value allows, derived from its schema. */
export const policyFields: readonly PolicyField[] = fieldsOf(
  Policy.omit({ id: true, cities: true }),
);

/** The input that each city's values allow. */
export const cityFields: readonly PolicyField[] = [
  ...fieldsOf(CityPolicy.omit({ tax: true })),
  ...fieldsOf(CityTax).map((field) => ({ ...field, name: `tax.${field.name}` })),
];
