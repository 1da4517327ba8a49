import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { startStripe } from '@courtly/standin-stripe';
import { runCommand } from '@courtly/backend/cli/program';
import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { Streams } from '@courtly/backend/platform/kernel/streams';
import {
  ALL_FOUNDERS,
  founders,
  lowestFreeNumber,
} from '@courtly/backend/people/membership/founders';
import { membership } from '@courtly/backend/people/membership/membership';
import { startStores } from '../../testing/stores.js';
import { runTool } from '../program.js';

let stop: () => Promise<void>;
afterEach(() => stop());

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_courtly',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_courtly',
  STRIPE_WEBHOOK_SECRETS: 'whsec_a_secret_of_webhooks_for_tests',
};

it('adds 46 paid founders with different end dates and passes verification', async () => {
  const stores = await startStores();
  const stripe = await startStripe({ file: join(stores.folder, 'stripe.db'), port: 0 });
  stop = async () => {
    await stripe.stop();
    await stores.stop();
  };
  const { POLICY_FILE: _, ...environment } = stores.environment;
  const printed: string[] = [];
  const commandLine: Cli = {
    environment: { ...environment, ...keys, STRIPE_URL: stripe.url },
    print: (line) => void printed.push(line),
    note: () => undefined,
    step: (_, work) => work(() => undefined),
    interrupted: new AbortController().signal,
  };
  const ends = () =>
    withApplication(commandLine, async (application) => {
      const streams = application.get(Streams);
      const seats = await streams.load(founders, ALL_FOUNDERS);
      expect(lowestFreeNumber(seats, 100)).toBe(47);
      const terms = await Promise.all(
        seats.map(async ({ userId }) => (await streams.load(membership, userId))!.term!),
      );
      return terms.map(({ accessUntil }) => accessUntil);
    });
  expect(await runTool(['seed'], commandLine)).toBe(0);
  const first = await ends();
  const now = new Date().toISOString();
  expect(first.filter((end) => end > now)).toHaveLength(46);
  expect(new Set(first.map((end) => end.slice(0, 10))).size).toBe(46);
  expect(await runTool(['seed'], commandLine)).toBe(0);
  expect(await ends()).toEqual(first);
  expect([await runCommand(['payments', 'reconcile'], commandLine), printed.at(-1)]).toEqual([
    0,
    expect.stringMatching(/no diff/),
  ]);
  expect(await runCommand(['verify', '--json'], commandLine)).toBe(0);
});
