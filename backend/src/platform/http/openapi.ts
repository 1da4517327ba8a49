import { type ErrorCode, errorCodes } from '@courtly/contracts/errors';
import type { Route } from '@courtly/contracts/route';
import { z } from 'zod';

type JsonObject = Record<string, unknown>;

const impliedErrors = (route: Route): ErrorCode[] => [
  ...(route.params || route.query || route.body ? (['invalid_request'] as const) : []),
  ...(route.access === 'anyone' ? [] : (['not_signed_in'] as const)),
  ...(route.access === 'owner' || route.access === 'admin'
    ? (['forbidden', 'second_factor_required'] as const)
    : []),
  ...(route.method === 'GET' || route.kind === 'webhook' || route.isCrossSite
    ? []
    : (['cross_origin', 'idempotency_mismatch'] as const)),
  ...(route.method === 'GET' || route.access === 'anyone' ? [] : (['too_many_requests'] as const)),
  ...(route.reads ? (['store_unavailable'] as const) : []),
  ...(route.body ? (['too_slow'] as const) : []),
  ...(route.body && !route.files ? (['too_large'] as const) : []),
  'internal',
  'key_unusable',
  'too_busy',
];

const schemaOf = (schema: z.ZodType, direction: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: direction,
    unrepresentable: 'any',
  }) as JsonObject;
  return json;
};

const parameters = (schema: z.ZodObject | undefined, location: 'path' | 'query'): JsonObject[] =>
  Object.entries(schema?.shape ?? {}).map(([parameterName, fieldSchema]) => ({
    name: parameterName,
    in: location,
    required: location === 'path' || !(fieldSchema as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(fieldSchema as z.ZodType, 'input'),
  }));

const requestBody = ({ body, files, kind }: Route): JsonObject | undefined => {
  if (!body) return undefined;
  if (kind === 'webhook')
    return { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  const schema = schemaOf(body, 'input') as { properties?: JsonObject };
  const mediaType = kind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  if (!files) return { required: true, content: { [mediaType]: { schema } } };
  const photoSchema = { type: 'string', format: 'binary' };
  const photoSchemas =
    typeof files === 'string'
      ? { [files]: { type: 'array', maxItems: 5, items: photoSchema } }
      : Object.fromEntries(files.map((photoName) => [photoName, photoSchema]));
  return {
    content: {
      'multipart/form-data': {
        schema: { ...schema, properties: { ...schema.properties, ...photoSchemas } },
      },
    },
  };
};

const errorResponses = (route: Route): JsonObject => {
  const codes = [...new Set([...impliedErrors(route), ...(route.errors ?? [])])];
  const codesByStatus = Object.groupBy(codes, (code) => String(errorCodes[code].status));
  return Object.fromEntries(
    Object.entries(codesByStatus).map(([status, codesOfStatus]) => [
      status,
      {
        description: codesOfStatus!
          .map((code) => `\`${code}\`: ${errorCodes[code].when}.`)
          .join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
};

const successContent = ({ kind, mediaType = 'application/json', response }: Route): JsonObject => {
  const schema =
    kind === 'bytes' ? { type: 'string', format: 'binary' } : schemaOf(response, 'output');
  return { content: { [mediaType]: { schema } } };
};

/** Request headers for JSON reads and writes. */
const requestHeaders = ({ kind = 'json', method }: Route): JsonObject[] => {
  if (kind !== 'json') return [];
  if (method === 'GET')
    return [{ name: 'Courtly-After', in: 'header', schema: { type: 'string' } }];
  return [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }];
};

const operation = (operationId: string, route: Route): JsonObject => {
  const hasContent = route.status !== 204 && route.status !== 303;
  const successResponse = hasContent ? successContent(route) : {};
  return {
    operationId,
    summary: route.summary,
    tags: [route.path.split('/')[2] ?? 'website'],
    security: route.access === 'anyone' ? [] : [{ session: [] }],
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...requestHeaders(route),
    ],
    ...(route.body && { requestBody: requestBody(route) }),
    responses: {
      [route.status]: { description: 'Done', ...successResponse },
      ...errorResponses(route),
    },
  };
};

/** Generates the OpenAPI 3.0 document from a route table. */
export const openApi = (routes: Readonly<Record<string, Route>>): JsonObject => {
  const pathItems: Record<string, JsonObject> = {};
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    pathItems[path] = { ...pathItems[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  const codeSchema = { type: 'string', enum: Object.keys(errorCodes) };
  const properties = {
    code: codeSchema,
    message: { type: 'string' },
    details: { type: 'object', additionalProperties: true },
  };
  return {
    openapi: '3.0.3',
    info: {
      title: 'Courtly',
      version: '1',
      description: 'The API of a marketplace for private tennis and pickleball courts.',
    },
    paths: pathItems,
    components: {
      schemas: { Error: { type: 'object', required: ['code', 'message'], properties } },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'courtly' } },
    },
  };
};
