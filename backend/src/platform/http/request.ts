import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { plainErrorMessage } from '@courtly/contracts/plain-errors';
import { operationRoutes } from '@courtly/contracts/operations';
import type { Input, Route } from '@courtly/contracts/route';
import type { Request } from 'express';
import { z } from 'zod';
import type { Clock } from '../kernel/clock.js';
import { type CommandContext, commandContext } from '../kernel/context.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Actor } from '../kernel/events.js';
import type { Ids } from '../kernel/ids.js';
import type { KeyedHashes } from '../kernel/keyed-hashes.js';
import { fingerprintOf } from './fingerprint.js';
import { routeOf } from './route-of.js';

/** The signed-in user of a session. */
export type SessionUser = Readonly<{ id: string; role: Actor['role'] }>;

/**
 * A prepared request with the route's validated `input` and the session's `user`. It must not hold
 * closures: V8 allocates them in old space, so they would keep the whole request alive.
 */
export type CourtlyRequest = Request & {
  correlationId: string;
  /** When the request arrived, in milliseconds of the monotonic clock. */
  receivedAt: number;
  clock: Clock;
  ids: Ids;
  hashes: KeyedHashes;
  input?: unknown;
  user?: SessionUser;
  /** Whether the session was started with a second factor. */
  usedSecondFactor?: boolean;
};

/** The actor of a request without a session. */
export const VISITOR: Actor = { id: 'visitor', role: 'visitor' };

/** Whether a path belongs to the website or the API documentation, not the API itself. */
export const isPage = (path: string): boolean =>
  !path.startsWith('/api/') || path.startsWith(operationRoutes.docs.path);

const requestOf = (context: ExecutionContext): CourtlyRequest =>
  context.switchToHttp().getRequest<CourtlyRequest>();

const parsePart = (partName: string, schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {}, { error: plainErrorMessage });
  if (result.success) return result.data;
  const fieldErrors = result.error.issues.map(({ path, message }) => ({
    field: path.join('.') || partName,
    message,
  }));
  throw new DomainError('invalid_request', fieldErrors[0]!.message, { fields: fieldErrors });
};

/**
 * Parses the path parameters, query, and body with the route's schemas.
 * @throws DomainError invalid_request
 */
export const parseInput = <R extends Route>(
  route: R,
  request: Pick<Request, 'params' | 'query' | 'body'>,
): Input<R> =>
  ({
    params: parsePart('params', route.params, request.params),
    query: parsePart('query', route.query, { ...request.query }),
    body: parsePart('body', route.body, request.body),
  }) as Input<R>;

/** The validated input of the route: `Input<typeof route>`. */
export const RouteInput = createParamDecorator(
  (_: undefined, context: ExecutionContext) => requestOf(context).input,
);

/** The signed-in user as an Actor, or the visitor. */
export const CurrentUser = createParamDecorator(
  (_: undefined, context: ExecutionContext): Actor => requestOf(context).user ?? VISITOR,
);

/** The CommandContext of a request. Its ids derive from the Idempotency-Key, if there is one. */
export const requestContext = (context: ExecutionContext): CommandContext => {
  const request = requestOf(context);
  const { method, path } = routeOf(context);
  const idempotencyKey = request.get('Idempotency-Key');
  return commandContext(
    {
      actor: request.user ?? VISITOR,
      at: request.clock.instant(),
      correlationId: request.correlationId,
      call: `${method} ${path}`,
      fingerprint: idempotencyKey ? fingerprintOf(request) : '',
      key: idempotencyKey,
    },
    request.ids,
  );
};

/** The CommandContext of the request. */
export const CurrentContext = createParamDecorator(
  (_: undefined, context: ExecutionContext): CommandContext => requestContext(context),
);
