import { describe, expect, it } from '@jest/globals';
import { errorCodes } from '@courtly/contracts/errors';
import type { Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import { Ajv } from 'ajv';
import { z } from 'zod';
import { openApi } from './openapi.js';

type Json = Record<string, unknown>;
type Parameter = { name: string; in: string; required?: boolean; schema: Json };
type Operation = {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>;
  security?: Json[];
};

const document = JSON.parse(JSON.stringify(openApi(routes))) as Json & {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> };
};
const routeEntries = Object.entries(routes) as [string, Route][];
const operationOf = ({ method, path }: Route) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const flag = { type: 'boolean' };
const object = { type: 'object' };
const schema = { $ref: '#/definitions/schema' };
const schemas = { type: 'array', minItems: 1, items: schema };

/** The Schema Object of OpenAPI 3.0, with every keyword that the specification allows. */
const schemaObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    $ref: text,
    title: text,
    description: text,
    format: text,
    pattern: text,
    type: { enum: ['array', 'boolean', 'integer', 'number', 'object', 'string'] },
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: schema,
    items: schema,
    properties: { type: 'object', additionalProperties: schema },
    additionalProperties: { anyOf: [flag, schema] },
    required: { type: 'array', minItems: 1, uniqueItems: true, items: text },
    enum: { type: 'array', minItems: 1 },
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    exclusiveMinimum: flag,
    exclusiveMaximum: flag,
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
    minProperties: count,
    maxProperties: count,
    uniqueItems: flag,
    nullable: flag,
    readOnly: flag,
    writeOnly: flag,
    deprecated: flag,
    default: {},
    example: {},
    discriminator: object,
    xml: object,
    externalDocs: object,
  },
  if: { required: ['type'], properties: { type: { const: 'array' } } },
  then: { required: ['items'] },
};
const content = {
  type: 'object',
  minProperties: 1,
  additionalProperties: {
    type: 'object',
    required: ['schema'],
    additionalProperties: false,
    properties: { schema },
  },
};

/** The parts of OpenAPI 3.0 that the document uses. */
const shape = {
  definitions: { schema: schemaObject },
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  additionalProperties: false,
  properties: {
    openapi: { type: 'string', pattern: '^3\\.0\\.\\d$' },
    info: {
      type: 'object',
      required: ['title', 'version'],
      additionalProperties: false,
      properties: { title: text, version: text, description: text },
    },
    components: {
      type: 'object',
      additionalProperties: false,
      properties: {
        schemas: { type: 'object', additionalProperties: schema },
        securitySchemes: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            required: ['type', 'in', 'name'],
            additionalProperties: false,
            properties: {
              type: { enum: ['apiKey'] },
              in: { enum: ['query', 'header', 'cookie'] },
              name: text,
            },
          },
        },
      },
    },
    paths: {
      type: 'object',
      propertyNames: { pattern: '^/[^:]*$' },
      additionalProperties: {
        type: 'object',
        propertyNames: { enum: ['get', 'post', 'put', 'patch', 'delete'] },
        additionalProperties: {
          type: 'object',
          required: ['operationId', 'responses', 'summary'],
          additionalProperties: false,
          properties: {
            operationId: { type: 'string' },
            summary: { type: 'string' },
            tags: { type: 'array', items: { type: 'string' } },
            security: { type: 'array', items: { type: 'object' } },
            parameters: {
              type: 'array',
              items: {
                type: 'object',
                required: ['name', 'in', 'schema'],
                additionalProperties: false,
                properties: {
                  name: { type: 'string' },
                  in: { enum: ['path', 'query', 'header'] },
                  required: { type: 'boolean' },
                  schema,
                },
              },
            },
            requestBody: {
              type: 'object',
              required: ['content'],
              additionalProperties: false,
              properties: { content, required: { type: 'boolean' } },
            },
            responses: {
              type: 'object',
              propertyNames: { pattern: '^[1-5]\\d\\d$' },
              additionalProperties: {
                type: 'object',
                required: ['description'],
                additionalProperties: false,
                properties: { description: { type: 'string', minLength: 1 }, content },
              },
            },
          },
        },
      },
    },
  },
};

/** All schema objects within a value. */
const schemasIn = (value: unknown): Json[] =>
  typeof value !== 'object' || value === null
    ? []
    : [
        ...(Array.isArray(value) ? [] : [value as Json]),
        ...Object.values(value).flatMap(schemasIn),
      ];

const bodyTypeOf = ({ kind, files }: Route): string => {
  if (kind === 'webhook') return '*/*';
  if (kind === 'form') return 'application/x-www-form-urlencoded';
  return files ? 'multipart/form-data' : 'application/json';
};

describe('the document generated from the route table', () => {
  it('conforms to OpenAPI 3.0 and uses only its keywords', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    ajv.validate(shape, document);
    expect(ajv.errors).toBeNull();
  });

  it('contains everything that it refers to', () => {
    const names = schemasIn(document.paths).flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    );
    expect([...new Set(names)]).toEqual(['#/components/schemas/Error']);
    expect(document.components.schemas['Error']).toBeDefined();
  });

  it('lists every route once and nothing else', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    );
    expect(ids.sort()).toEqual(Object.keys(routes).sort());
    for (const [name, route] of routeEntries) expect(operationOf(route).operationId).toBe(name);
  });

  it.each(routeEntries)(
    'describes the parameters, body, success, and errors of %s',
    (_name, route) => {
      const { parameters, requestBody, responses, security } = operationOf(route);
      const inPath = parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name, required }) => [name, required]);
      expect(inPath).toEqual([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, true]));
      expect(
        parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      ).toEqual(Object.keys(route.query?.shape ?? {}));
      expect(Object.keys(requestBody?.content ?? {})).toEqual(
        route.body ? [bodyTypeOf(route)] : [],
      );
      const isEmpty = route.status === 204 || route.status === 303;
      expect(Object.keys(responses[route.status]!.content ?? {})).toEqual(
        isEmpty ? [] : [route.mediaType ?? 'application/json'],
      );
      expect(responses[route.status]!.content === undefined).toBe(isEmpty);
      for (const code of route.errors ?? [])
        expect(responses[errorCodes[code].status]!.description).toContain(`\`${code}\``);
      expect(security).toEqual(route.access === 'anyone' ? [] : [{ session: [] }]);
    },
  );

  const unlimited = ['logout', 'stripeEvents', 'providerFormCallback'];
  it.each(
    routeEntries.filter(
      ([name, { access, method }]) =>
        access === 'anyone' && method !== 'GET' && !unlimited.includes(name),
    ),
  )('documents the rate limit of %s, which visitors may call', (_name, route) => {
    expect(operationOf(route).responses[429]?.description).toContain('`too_many_requests`');
  });

  it('describes the error format', () => {
    const validate = new Ajv({ strict: false }).compile(document.components.schemas['Error']!);
    expect(validate({ code: 'slot_taken', message: 'Taken', details: { nearest: [] } })).toBe(true);
    expect(validate({ code: 'nonsense', message: 'Taken' })).toBe(false);
    expect(validate({ message: 'Taken' })).toBe(false);
  });

  it('includes a new route immediately', () => {
    const added: Route = {
      method: 'DELETE',
      path: '/api/things/:thingId',
      summary: 'Remove a thing',
      access: 'admin',
      params: z.object({ thingId: z.string() }),
      status: 204,
      response: z.undefined(),
    };
    const { paths } = openApi({ added }) as { paths: Record<string, Record<string, Operation>> };
    expect(Object.keys(paths['/api/things/{thingId}']!['delete']!.responses)).toEqual([
      '204',
      '400',
      '401',
      '403',
      '409',
      '422',
      '429',
      '500',
      '503',
    ]);
  });
});

/** Paths of objects in a JSON schema that accept unknown fields. */
const openObjects = (node: unknown, path: string): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { type, properties, additionalProperties } = node as Json;
  const isOpen = type === 'object' && properties !== undefined && additionalProperties !== false;
  return [
    ...(isOpen ? [path] : []),
    ...Object.entries(node).flatMap(([key, child]) => openObjects(child, `${path}.${key}`)),
  ];
};

/** Providers choose the fields of their callbacks. */
const ownRoutes = routeEntries.filter(
  ([name, { kind = 'json' }]) => kind === 'json' && name !== 'providerCallback',
);

/** An older server must refuse a new field, not lose what a person entered. */
it.each(ownRoutes)('%s refuses unknown fields', (_name, { body, query }) => {
  const schemas = [body, query].filter((part) => part !== undefined);
  const json = schemas.map((part) => z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }));
  expect(openObjects(json, 'request')).toEqual([]);
});
