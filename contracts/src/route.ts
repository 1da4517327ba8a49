import type { z } from 'zod';
import type { ErrorCode } from './errors.js';

/**
 * Who may call: `anyone`; `signedIn`; `owner`, who may list courts (the roles owner and host); `admin`. Whose court or
 * booking it is, the handler decides, and a foreign one is answered like a missing one.
 */
export type Access = 'anyone' | 'signedIn' | 'owner' | 'admin';

/**
 * What goes over the wire: `json`, the usual; `stream`, server-sent events with a `response` in each; `bytes` and `text`, sent
 * as they are; `webhook`, whose body reaches the handler as the bytes that came, so that a signature can be checked.
 */
export type Kind = 'json' | 'stream' | 'bytes' | 'text' | 'webhook';

/**
 * One call of the contract. Everything else is made from it: validation, types of both sides, OpenAPI, the access matrix. A
 * handler without such a row does not exist.
 * `status` is the response's code when it succeeds, `response` its body; `errors` are the codes beside those that the shape
 * of the route already implies (invalid_request, not_signed_in, forbidden, cross_origin, too_many_requests, too_busy,
 * store_unavailable of what reads, internal).
 */
export type Route = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  summary: string;
  access: Access;
  /** `json` where nothing is said. */
  kind?: Kind;
  /** The media type of the response, where it is not JSON. */
  mediaType?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is multipart/form-data, with image files in the field of this name, or one in each of these. */
  files?: string | readonly string[];
  /** The read models that a GET shows: it waits for them to show what the caller wrote. */
  reads?: readonly string[];
  status: 200 | 201 | 202 | 204;
  response: z.ZodType;
  errors?: readonly ErrorCode[];
}>;

/** Keeps the literal types of a route. */
export const route = <const R extends Route>(definition: R): R => definition;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler of the route receives. */
export type Input<R extends Route> = {
  params: Parsed<R['params']>;
  query: Parsed<R['query']>;
  body: Parsed<R['body']>;
};

/** What a handler of the route responds with. */
export type ResponseOf<R extends Route> = z.input<R['response']>;
