import { type ErrorCode, errorCodes } from '@courtly/contracts/errors';
import type { Route } from '@courtly/contracts/route';
import { z } from 'zod';

type Json = Record<string, unknown>;

const implied = (route: Route): ErrorCode[] => [
  ...(route.params || route.query || route.body ? (['invalid_request'] as const) : []),
  ...(route.access === 'anyone' ? [] : (['not_signed_in'] as const)),
  ...(route.access === 'owner' || route.access === 'admin' ? (['forbidden'] as const) : []),
  ...(route.method === 'GET' || route.kind === 'webhook'
    ? []
    : (['cross_origin', 'idempotency_mismatch'] as const)),
  ...(route.method === 'GET' || route.access === 'anyone' ? [] : (['too_many_requests'] as const)),
  ...(route.reads ? (['store_unavailable'] as const) : []),
  'internal',
  'too_busy',
];

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
  }) as Json;
  return json;
};

const parameters = (schema: z.ZodObject | undefined, where: 'path' | 'query'): Json[] =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input'),
  }));

const requestBody = ({ body, files, kind }: Route): Json | undefined => {
  if (!body) return undefined;
  if (kind === 'webhook')
    return { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  const schema = schemaOf(body, 'input') as { properties?: Json };
  if (!files) return { required: true, content: { 'application/json': { schema } } };
  const photo = { type: 'string', format: 'binary' };
  const photos =
    typeof files === 'string'
      ? { [files]: { type: 'array', maxItems: 5, items: photo } }
      : Object.fromEntries(files.map((name) => [name, photo]));
  return {
    content: {
      'multipart/form-data': {
        schema: { ...schema, properties: { ...schema.properties, ...photos } },
      },
    },
  };
};

const failures = (route: Route): Json => {
  const codes = [...new Set([...implied(route), ...(route.errors ?? [])])];
  const statuses = Object.groupBy(codes, (code) => String(errorCodes[code].status));
  return Object.fromEntries(
    Object.entries(statuses).map(([status, of]) => [
      status,
      {
        description: of!.map((code) => `\`${code}\`: ${errorCodes[code].when}.`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
};

const successContent = ({ kind, mediaType = 'application/json', response }: Route): Json => {
  const schema =
    kind === 'bytes' ? { type: 'string', format: 'binary' } : schemaOf(response, 'output');
  return { content: { [mediaType]: { schema } } };
};

/** Request headers for reads and writes of JSON. */
const headers = ({ kind = 'json', method }: Route): Json[] => {
  if (kind !== 'json') return [];
  if (method === 'GET')
    return [{ name: 'Courtly-After', in: 'header', schema: { type: 'string' } }];
  return [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }];
};

const operation = (name: string, route: Route): Json => {
  const success = route.status === 204 ? {} : successContent(route);
  return {
    operationId: name,
    summary: route.summary,
    tags: [route.path.split('/')[2] ?? 'website'],
    security: route.access === 'anyone' ? [] : [{ session: [] }],
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...headers(route),
    ],
    ...(route.body && { requestBody: requestBody(route) }),
    responses: { [route.status]: { description: 'Done', ...success }, ...failures(route) },
  };
};

/** Generates the OpenAPI 3.0 document from a route table. */
export const openApi = (routes: Readonly<Record<string, Route>>): Json => {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  const code = { type: 'string', enum: Object.keys(errorCodes) };
  const properties = {
    code,
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
    paths,
    components: {
      schemas: { Error: { type: 'object', required: ['code', 'message'], properties } },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'courtly' } },
    },
  };
};
