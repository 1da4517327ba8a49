import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { createStripeInProcess, type StripeInProcess } from '@courtly/standin-stripe/in-process';
import { Failure } from '@courtly/backend/cli/cli';
import { CONFIG, type Config } from '@courtly/backend/config';
import { CLUB_POLICY, policyHistory } from '@courtly/backend/people/policies/policy-history';
import { Clock } from '@courtly/backend/platform/kernel/clock';
import { ReadModels } from '@courtly/backend/platform/projections/read-models';
import { Progress } from '@courtly/backend/platform/projections/progress';
import { RateLimits } from '@courtly/backend/platform/http/rate-limits';
import { DAY_MS } from '@courtly/backend/platform/kernel/local-time';
import { EventStore } from '@courtly/backend/platform/stores/event-store';
import { StripeClient } from '@courtly/backend/platform/stores/stripe';
import { PasswordHashing } from '@courtly/backend/platform/vault/password-hashing';
import { stripeClientOf } from './stripe-in-process.js';
import { UnwrittenLog } from './unwritten-log.js';

/** The same amount as for the stand-in that `npm start` starts. */
const TOP_UP_CENTS = 1_000_000;

const collectionOf = (known: ReadonlyMap<string, object>) => {
  const noDocuments = {
    find: (): unknown => noDocuments,
    sort: (): unknown => noDocuments,
    limit: (): unknown => noDocuments,
    project: (): unknown => noDocuments,
    aggregate: (): unknown => noDocuments,
    toArray: async () => [],
    findOne: async ({ _id }: Readonly<{ _id?: unknown }>) => known.get(String(_id)) ?? null,
    countDocuments: async () => 0,
  };
  return noDocuments;
};

/** The application on a simulated clock. `now` only moves forward. */
export type SimulatedApplication = Readonly<{
  application: INestApplicationContext;
  stripe: StripeInProcess | null;
  moveTo(instant: number): void;
  nowOf(): number;
  /** Documents by id, for `findOne` on any read model. */
  known: Map<string, object>;
}>;

/**
 * Runs work with the real commands of an application whose log and Stripe are in memory and empty,
 * and whose read models are empty. Then writes both to the real servers.
 */
export const inSimulatedTime = async (
  application: INestApplicationContext,
  startsAt: number,
  work: (simulated: SimulatedApplication) => Promise<void>,
): Promise<number> => {
  const { STRIPE_URL, STRIPE_SECRET_KEY = '', policy } = application.get<Config>(CONFIG);
  // The platform's funds arrive a day before the log begins.
  let nowMs = startsAt - DAY_MS;
  const stripe =
    STRIPE_URL && policy.paymentRequired
      ? createStripeInProcess(() => nowMs, { topUp: TOP_UP_CENTS })
      : null;
  nowMs = startsAt;
  const known = new Map<string, object>();
  const log = new UnwrittenLog();
  const restore: (() => void)[] = [];
  const replace = <T extends object>(service: T, methods: Partial<Record<keyof T, unknown>>) => {
    for (const [name, value] of Object.entries(methods)) {
      Object.defineProperty(service, name, { value, configurable: true, writable: true });
      restore.push(() => Reflect.deleteProperty(service, name));
    }
  };
  const eventStore = application.get(EventStore, { strict: false });
  // The first server or demo records its policy.
  if ((await eventStore.read(`${policyHistory.category}-${CLUB_POLICY}`)).length > 0)
    throw new Failure('The demo needs an empty log. Start with --reset to create it again.');
  replace(eventStore, { read: log.read.bind(log), append: log.append.bind(log) });
  replace(application.get(Clock, { strict: false }), {
    now: () => nowMs,
    instant: () => new Date(nowMs).toISOString(),
  });
  replace(application.get(ReadModels, { strict: false }), {
    read: (_: unknown, query: (collection: object) => unknown) => query(collectionOf(known)),
  });
  replace(application.get(Progress, { strict: false }), { waitFor: async () => true });
  replace(application.get(RateLimits, { strict: false }), { consume: async () => undefined });
  // All demo accounts have the same public password.
  const hashing = application.get(PasswordHashing, { strict: false });
  const hashes = new Map<string, Promise<string>>();
  const hashPassword = hashing.hashPassword.bind(hashing);
  replace(hashing, {
    hashPassword: (password: string) => {
      const known = hashes.get(password) ?? hashPassword(password);
      hashes.set(password, known);
      return known;
    },
  });
  if (stripe) {
    const client = stripeClientOf(stripe, STRIPE_SECRET_KEY);
    const stripeClient = application.get(StripeClient, { strict: false });
    const { client: realClient } = stripeClient;
    Object.defineProperty(stripeClient, 'client', { value: client, configurable: true });
    restore.push(() => Object.defineProperty(stripeClient, 'client', { value: realClient }));
  }
  try {
    await work({
      application,
      stripe,
      known,
      nowOf: () => nowMs,
      moveTo: (instant) => (nowMs = Math.max(nowMs, instant)),
    });
  } finally {
    for (const undo of restore) undo();
  }
  const eventCount = await log.write(eventStore);
  if (stripe) await handOver(stripe, STRIPE_URL!);
  return eventCount;
};

/** Replaces the state of the running stand-in. */
const handOver = async (stripe: StripeInProcess, stripeUrl: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'courtly-demo-'));
  try {
    const file = join(folder, 'stripe.db');
    stripe.save(file);
    stripe.close();
    const response = await fetch(`${stripeUrl}/_control/load`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ file }),
    });
    if (!response.ok)
      throw new Error(`The Stripe stand-in did not load its state: ${await response.text()}`);
  } finally {
    await rm(folder, { recursive: true });
  }
};
