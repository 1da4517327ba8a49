import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Stores, startStores } from '../testing/stores.js';
import { runCommand } from './program.js';
import { planSeed } from './seed-plan.js';

let stores: Stores;

const run = async (...args: string[]) => {
  const printed: string[] = [];
  const code = await runCommand(args, {
    environment: stores.environment,
    print: (line) => void printed.push(line),
    note: () => undefined,
    step: (_, work) => work(() => undefined),
    interrupted: AbortSignal.timeout(60_000),
  });
  return { code, printed: printed.join('\n') };
};

beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

it('builds the read models itself while no server runs: seeds, verifies, hashes and rebuilds', async () => {
  const asked = planSeed(Date.now()).filter(({ act }) => act === 'request');
  expect((await run('seed')).code).toBe(0);
  const verified = await run('verify', '--json');
  expect(verified.code).toBe(0);
  const { bookings, hashes } = JSON.parse(verified.printed) as {
    bookings: number;
    hashes: { name: string; hash: string }[];
  };
  expect(bookings).toBe(asked.length);
  const { hash } = hashes.find(({ name }) => name === 'bookings')!;
  expect(await run('projections', 'hash', 'bookings')).toEqual({ code: 0, printed: hash });
  expect((await run('projections', 'rebuild', 'bookings')).printed).toContain(`hash ${hash}`);
}, 90_000);
