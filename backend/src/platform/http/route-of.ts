import type { ExecutionContext } from '@nestjs/common';
import type { Route } from '@courtly/contracts/route';

/** Where a handler's route is found by guards, interceptors and parameter decorators. */
export const ROUTE = 'courtly:route';

/** The route that a handler serves. The access guard lets none through that has none. */
export const routeOf = (context: ExecutionContext): Route =>
  Reflect.getMetadata(ROUTE, context.getHandler()) as Route;
