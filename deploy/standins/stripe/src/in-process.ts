import type Stripe from 'stripe';
import { controlRoutes } from './control/control-routes.js';
import { createFaultStore } from './control/faults.js';
import { createRequestLog } from './control/request-log.js';
import { createEngine } from './engine.js';
import { answerRequest, type ApiAnswer, type ApiRequest } from './http/api.js';
import { createIdempotencyStore } from './http/idempotency.js';
import { matchRoute } from './http/routes.js';
import { IN_MEMORY, openDatabase } from './storage/database.js';

export type { ApiAnswer };

/** The stand-in without a network, for simulations. */
export type StripeInProcess = Readonly<{
  answer(request: ApiRequest): Promise<ApiAnswer>;
  /** Runs a control route of the README, such as `POST /_control/refunds/:id/fail`. */
  control(route: string, body?: Readonly<Record<string, unknown>>, id?: string): unknown;
  /** All events so far, oldest first. Nothing delivers them. */
  events(): readonly Stripe.Event[];
  close(): void;
}>;

/** Everything is in memory. `readTime` returns Unix milliseconds and must never go back. */
export function createStripeInProcess(readTime: () => number): StripeInProcess {
  const database = openDatabase(IN_MEMORY);
  const engine = createEngine(database, () => 'http://127.0.0.1', readTime);
  const faults = createFaultStore(engine.settings);
  const log = createRequestLog(database);
  const idempotency = createIdempotencyStore(database);
  const apiContext = { engine, keys: {}, faults, idempotency, log, match: matchRoute };
  return {
    answer: (apiRequest) => answerRequest(apiContext, apiRequest),
    control(route, body = {}, id = '') {
      const runRoute = controlRoutes[route];
      if (!runRoute) throw new Error(`${route} is not a control route`);
      return runRoute({ engine, faults, log }, body, id);
    },
    events() {
      engine.wake();
      return engine.objects.all('event').toReversed();
    },
    close: () => database.close(),
  };
}
