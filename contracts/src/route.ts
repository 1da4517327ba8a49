import type { z } from 'zod';
import type { ConfirmedAct } from './second-admin.js';
import type { ErrorCode } from './errors.js';

/**
 * `owner` means the roles owner and host. Handlers check whether a court or booking belongs to the
 * caller, and respond with `not_found` if it does not.
 */
export type Access = 'anyone' | 'signedIn' | 'owner' | 'admin';

/** The records that name the parties of a case that an admin decides. */
export type CaseSource =
  | 'account'
  | 'application'
  | 'booking'
  | 'confirmation'
  | 'court'
  | 'finding'
  | 'incident'
  | 'match'
  | 'message'
  | 'moneyCase'
  | 'review';

/**
 * The wire format. `stream`: server-sent events, each of which is a `response`. `bytes`, `text`:
 * sent unchanged. `webhook`: the handler receives the raw body, so that it can verify the
 * signature. `form`: the body is an HTML form. `report`: the body may also have a media type of
 * browser reports.
 */
export type Kind = 'json' | 'stream' | 'bytes' | 'text' | 'webhook' | 'form' | 'report';

/**
 * One call of the API, which is the source of validation, client and server types, OpenAPI, and the
 * access matrix. Every handler has one. `errors` lists only the codes that the other fields do not
 * imply (implied: invalid_request, not_signed_in, forbidden, second_factor_required, cross_origin,
 * too_many_requests, too_slow, too_large, too_busy, internal, key_unusable, and store_unavailable
 * if `reads` is set).
 */
export type Route = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  summary: string;
  access: Access;
  /**
   * For every change by admins: the records whose parties may not make it, or why it has no
   * parties.
   */
  decides?: CaseSource | Readonly<{ noParties: string }>;
  /** A change that a second admin confirms above the amount in the policy. */
  needsSecondAdmin?: ConfirmedAct;
  /** The default is `json`. */
  kind?: Kind;
  /** The media type of a response that is not JSON. */
  mediaType?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The multipart field with image files, or several fields with one file each. */
  files?: string | readonly string[];
  /** The read models of a GET. It waits until they include the caller's own writes. */
  reads?: readonly string[];
  /**
   * Whether programs that obey robots.txt may send the request: search engines, calendar importers,
   * and mail services. `noindex` also keeps it out of search results.
   */
  robots?: 'index' | 'noindex';
  /** Whether pages of other sites may send the request. Such a call must change nothing. */
  isCrossSite?: true;
  /** With 303, the browser follows the `url` in the response. */
  status: 200 | 201 | 202 | 204 | 303;
  response: z.ZodType;
  errors?: readonly ErrorCode[];
}>;

/** Preserves the literal types of a route. */
export const route = <const R extends Route>(definition: R): R => definition;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The parsed input of a route handler. */
export type Input<R extends Route> = {
  params: Parsed<R['params']>;
  query: Parsed<R['query']>;
  body: Parsed<R['body']>;
};

/** The value that a route handler returns. */
export type ResponseOf<R extends Route> = z.input<R['response']>;
