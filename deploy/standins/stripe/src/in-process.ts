import type Stripe from 'stripe';
import { controlRoutes } from './control/control-routes.js';
import { createFaultStore } from './control/faults.js';
import { createRequestLog } from './control/request-log.js';
import { createEngine } from './engine.js';
import { respondToRequest, type ApiResponse, type ApiRequest } from './http/api.js';
import { createIdempotencyStore } from './http/idempotency.js';
import { matchRoute } from './http/routes.js';
import { prepareBalance, type BalanceOptions } from './payments/topup-routes.js';
import { IN_MEMORY, openDatabase } from './storage/database.js';

export type { ApiResponse };

/** The stand-in without a network, for simulations. */
export type StripeInProcess = Readonly<{
  respond(request: ApiRequest): Promise<ApiResponse>;
  /** Runs a control route of the README, such as `POST /_control/refunds/:id/fail`. */
  control(route: string, body?: Readonly<Record<string, unknown>>, id?: string): unknown;
  /** The events after the first `skippedCount`, oldest first. Nothing delivers them. */
  events(skippedCount?: number): readonly Stripe.Event[];
  /** Saves everything in a new file, which `POST /_control/load` reads. */
  save(file: string): void;
  close(): void;
}>;

/** Everything is in memory. `readTime` returns Unix milliseconds and must never go back. */
export function createStripeInProcess(
  readTime: () => number,
  balanceOptions: BalanceOptions = {},
): StripeInProcess {
  const database = openDatabase(IN_MEMORY);
  const engine = createEngine(database, () => 'http://127.0.0.1', readTime);
  engine.run((state) => prepareBalance(state, balanceOptions));
  const faults = createFaultStore(engine.settings);
  const log = createRequestLog();
  const idempotency = createIdempotencyStore(database);
  const countChanges = database.prepare('SELECT total_changes() AS changeCount');
  const selectNewEvents = database.prepare(
    "SELECT seq, json FROM objects WHERE kind = 'event' AND seq > ? ORDER BY seq",
  );
  const readEvents: Stripe.Event[] = [];
  let lastSeq = 0;
  let readChanges = 0;
  const apiContext = { engine, keys: {}, faults, idempotency, log, match: matchRoute };
  return {
    respond: (apiRequest) => respondToRequest(apiContext, apiRequest),
    control(route, body = {}, id = '') {
      const runRoute = controlRoutes[route];
      if (!runRoute) throw new Error(`${route} is not a control route`);
      return runRoute({ engine, faults, log }, body, id);
    },
    events(skippedCount = 0) {
      engine.wake();
      const { changeCount } = countChanges.get() as { changeCount: number };
      if (changeCount === readChanges) return readEvents.slice(skippedCount);
      readChanges = changeCount;
      for (const { seq, json } of selectNewEvents.all(lastSeq)) {
        readEvents.push(JSON.parse(json as string) as Stripe.Event);
        lastSeq = seq as number;
      }
      return readEvents.slice(skippedCount);
    },
    save: (file) => void database.prepare('VACUUM INTO ?').run(file),
    close: () => database.close(),
  };
}
