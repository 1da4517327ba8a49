import { createFaultStore } from './control/faults.js';
import { createRequestLog } from './control/request-log.js';
import { createEngine as newEngine, type Engine } from './engine.js';
import { respondToRequest } from './http/api.js';
import type { AcceptedKeys } from './http/authentication.js';
import { createIdempotencyStore } from './http/idempotency.js';
import { startListener } from './http/listener.js';
import { matchRoute } from './http/routes.js';
import { prepareBalance, type BalanceOptions } from './payments/topup-routes.js';
import { openDatabase } from './storage/database.js';
import { registerEndpoint } from './webhooks/endpoint-routes.js';

export type StripeOptions = Readonly<{
  /** The data file. Created if missing; owned by this process alone. */
  file: string;
  /** 0 picks a free port. */
  port: number;
  /** A loopback address; 127.0.0.1 by default. */
  host?: string;
  /** The only accepted secret and publishable keys. Without them, any test key is accepted. */
  keys?: AcceptedKeys;
  /**
   * An endpoint for all events, including those of connected accounts, like `stripe listen
   * --forward-to`.
   */
  webhook?: Readonly<{ url: string; secret: string }>;
  /**
   * Whether commits wait for the disk; true by default. Otherwise they are faster, and a crash of
   * the machine, but not of the server, can lose them.
   */
  durable?: boolean;
}> &
  BalanceOptions;

export type RunningServer = Readonly<{ url: string; port: number; stop: () => Promise<void> }>;

const LOOPBACK_HOST = /^(127(\.\d{1,3}){3}|::1|localhost)$/;
const FORWARDED_ENDPOINT_ID = 'we_forwarded';

/** Replaces the forwarding endpoint of the previous start. */
function forwardEvents(stripeEngine: Engine, webhookOption: StripeOptions['webhook']): void {
  stripeEngine.run((state) => {
    state.objects.remove(FORWARDED_ENDPOINT_ID);
    state.objects.remove(`endpoint:${FORWARDED_ENDPOINT_ID}`);
    if (!webhookOption) return;
    const { url, secret } = webhookOption;
    registerEndpoint(
      state,
      { id: FORWARDED_ENDPOINT_ID, url, enabled_events: ['*'], description: 'Forwarding endpoint' },
      { secret, hears: 'both' },
    );
  });
}

/**
 * Starts the development stand-in for Stripe on a loopback port. Rejects with a one-line error if
 * the host is not loopback, the data file cannot be used, or the port is taken.
 */
export async function startStripe({
  file,
  port,
  host = '127.0.0.1',
  keys = {},
  webhook,
  payouts,
  topUp,
  durable,
}: StripeOptions): Promise<RunningServer> {
  if (!LOOPBACK_HOST.test(host))
    throw new Error(`the development stand-in binds to loopback addresses only, not to ${host}`);
  const database = openDatabase(file, durable);
  let serverOrigin = '';
  const stripeEngine = newEngine(database, () => serverOrigin);
  const apiContext = {
    engine: stripeEngine,
    keys,
    faults: createFaultStore(stripeEngine.settings),
    idempotency: createIdempotencyStore(database),
    log: createRequestLog(),
    match: matchRoute,
  };
  const httpListener = await startListener(
    apiContext,
    (apiRequest) => respondToRequest(apiContext, apiRequest),
    { host, port },
  ).catch((listenError: unknown) => {
    database.close();
    throw listenError;
  });
  serverOrigin = `http://${host.includes(':') ? `[${host}]` : host}:${httpListener.port}`;
  forwardEvents(stripeEngine, webhook);
  stripeEngine.run((state) => prepareBalance(state, { payouts, topUp }));
  stripeEngine.wake();

  async function shutDown(): Promise<void> {
    await httpListener.close();
    await stripeEngine.stop();
    database.close();
  }
  let shutdownPromise: Promise<void> | undefined;
  return {
    url: serverOrigin,
    port: httpListener.port,
    stop: () => (shutdownPromise ??= shutDown()),
  };
}
