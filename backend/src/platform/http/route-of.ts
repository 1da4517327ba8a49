import type { ExecutionContext } from '@nestjs/common';
import type { Route } from '@courtly/contracts/route';

/** The metadata key of a handler's route. */
export const ROUTE_METADATA = 'courtly:route';

/** The route of a handler. The access guard rejects handlers without one. */
export const routeOf = (context: ExecutionContext): Route =>
  Reflect.getMetadata(ROUTE_METADATA, context.getHandler()) as Route;
