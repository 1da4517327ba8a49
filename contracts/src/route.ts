import type { z } from 'zod';
import type { ErrorCode } from './errors.js';

/**
 * Who may call: `anyone`; `signedIn`; `owner`, who may list courts (the roles owner and host); `admin`. Whose court or
 * booking it is, the handler decides, and a foreign one is answered like a missing one.
 */
export type Access = 'anyone' | 'signedIn' | 'owner' | 'admin';

/**
 * One call of the contract. Everything else is made from it: validation, types of both sides, OpenAPI, the access matrix.
 * `status` is the answer's code when it succeeds, `answer` its body; `refusals` are the codes beside those that the shape
 * of the route already implies (invalid_request, not_signed_in, forbidden, cross_origin, internal).
 */
export type Route = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is multipart/form-data, with image files in the field of this name. */
  files?: string;
  status: 200 | 201 | 204;
  answer: z.ZodType;
  refusals?: readonly ErrorCode[];
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

/** What a handler of the route answers with. */
export type Answer<R extends Route> = z.input<R['answer']>;
