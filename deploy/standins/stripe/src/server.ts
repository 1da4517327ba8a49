import { faults } from './control/faults.js';
import { requestLog } from './control/request-log.js';
import { engine as newEngine, type Engine } from './engine.js';
import { answer } from './http/api.js';
import type { Keys } from './http/authentication.js';
import { idempotency } from './http/idempotency.js';
import { listen } from './http/listener.js';
import { matchRoute } from './http/routes.js';
import { openDatabase } from './storage/database.js';
import { register } from './webhooks/endpoint-routes.js';

export type Options = Readonly<{
  /** The data file; created when missing, owned by this process alone. */
  file: string;
  /** 0 takes any free port. */
  port: number;
  /** A loopback address; 127.0.0.1 when absent. */
  host?: string;
  /** The one secret key and the one publishable key; without them, any key for tests. */
  keys?: Keys;
  /** An endpoint that hears every event, of connected accounts too, as `stripe listen --forward-to` does. */
  webhook?: Readonly<{ url: string; secret: string }>;
}>;

export type RunningServer = Readonly<{ url: string; port: number; stop: () => Promise<void> }>;

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;
const FORWARDED = 'we_forwarded';

/** The endpoint of the options takes the place of the one of the last start. */
function forward(engine: Engine, webhook: Options['webhook']): void {
  engine.run((world) => {
    world.objects.remove(FORWARDED);
    world.objects.remove(`endpoint:${FORWARDED}`);
    if (!webhook) return;
    const { url, secret } = webhook;
    register(
      world,
      { id: FORWARDED, url, enabled_events: ['*'], description: 'of the options' },
      { secret, hears: 'both' },
    );
  });
}

/**
 * Starts the development stand-in for Stripe on a loopback port. Rejects with an error of one line when the host is another
 * one, the data file cannot be used, or the port is taken.
 */
export async function startStripe({
  file,
  port,
  host = '127.0.0.1',
  keys = {},
  webhook,
}: Options): Promise<RunningServer> {
  if (!LOOPBACK.test(host))
    throw new Error(`the stand-in binds to loopback addresses only, not to ${host}`);
  const database = openDatabase(file);
  let origin = '';
  const engine = newEngine(database, () => origin);
  const parts = {
    engine,
    keys,
    faults: faults(engine.settings),
    idempotency: idempotency(database),
    log: requestLog(database),
    match: matchRoute,
  };
  const listener = await listen(parts, (request) => answer(parts, request), { host, port }).catch(
    (error: unknown) => {
      database.close();
      throw error;
    },
  );
  origin = `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`;
  forward(engine, webhook);
  engine.wake();

  async function shutDown(): Promise<void> {
    await listener.close();
    await engine.stop();
    database.close();
  }
  let stopped: Promise<void> | undefined;
  return { url: origin, port: listener.port, stop: () => (stopped ??= shutDown()) };
}
