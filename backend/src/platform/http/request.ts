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

/** Who is signed in, as the session remembers it. */
export type SessionUser = Readonly<{ id: string; role: Actor['role'] }>;

/**
 * A request as the edge prepares it: `input` is what the route's schemas let through, `user` comes from the session. It has no
 * functions of its own: V8 makes a function that is assigned to a property to last, and whatever a request holds with it.
 */
export type CourtlyRequest = Request & {
  correlationId: string;
  clock: Clock;
  ids: Ids;
  hashes: KeyedHashes;
  input?: unknown;
  user?: SessionUser;
};

/** Who calls where nobody is signed in. */
export const VISITOR: Actor = { id: 'visitor', role: 'visitor' };

/** Whether somebody only wants to know that this process lives: answered however busy it is. */
export const isProbe = (path: string): boolean => path.startsWith('/api/health/');

/** Whether a path leads to a page or a file of the website, or to the page of the contract: to all but what the API answers. */
export const isPage = (path: string): boolean =>
  !path.startsWith('/api/') || path.startsWith(operationRoutes.docs.path);

const requestOf = (context: ExecutionContext): CourtlyRequest =>
  context.switchToHttp().getRequest<CourtlyRequest>();

const checked = (part: string, schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {}, { error: plainErrorMessage });
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => ({
    field: path.join('.') || part,
    message,
  }));
  throw new DomainError('invalid_request', fields[0]!.message, { fields });
};

/** Path parameters, query and body, checked against the route's schemas. @throws DomainError invalid_request */
export const parseInput = <R extends Route>(
  route: R,
  request: Pick<Request, 'params' | 'query' | 'body'>,
): Input<R> =>
  ({
    params: checked('params', route.params, request.params),
    query: checked('query', route.query, { ...request.query }),
    body: checked('body', route.body, request.body),
  }) as Input<R>;

/** The checked input of the route: `Input<typeof route>`. */
export const RouteInput = createParamDecorator(
  (_: undefined, context: ExecutionContext) => requestOf(context).input,
);

/** Who calls: an Actor; a visitor where nobody is signed in. */
export const CurrentUser = createParamDecorator(
  (_: undefined, context: ExecutionContext): Actor => requestOf(context).user ?? VISITOR,
);

/** The context that a command needs: CommandContext, with ids that depend on the request's Idempotency-Key where it has one. */
export const CurrentContext = createParamDecorator(
  (_: undefined, context: ExecutionContext): CommandContext => {
    const request = requestOf(context);
    const { method, path } = routeOf(context);
    const key = request.get('Idempotency-Key');
    return commandContext(
      {
        actor: request.user ?? VISITOR,
        at: request.clock.instant(),
        correlationId: request.correlationId,
        call: `${method} ${path}`,
        fingerprint: key ? fingerprintOf(request) : '',
        key,
      },
      request.ids,
    );
  },
);
