import { expect, it } from '@jest/globals';
import { route } from '@courtly/contracts/route';
import { z } from 'zod';
import type { Changes } from '../projections/changes.js';
import { EncodedJson } from './encoded-json.js';
import { ResponseCache } from './response-cache.js';

const courts = route({
  method: 'GET',
  path: '/api/courts',
  summary: 'Courts',
  access: 'anyone',
  status: 200,
  response: z.array(z.object({ name: z.string() })),
});
const sources = [{ readModel: 'courts' }];

const setUp = () => {
  let mark: number | null = 1;
  let made = 0;
  const cache = new ResponseCache({ markOf: () => mark } as unknown as Changes);
  const ask = (key = 'all') =>
    cache.getOrMake(key, sources, async () =>
      EncodedJson.from(courts, [
        { name: `Court ${++made}`, address: '8412 E Horseshoe Ln' } as { name: string },
      ]),
    );
  return { ask, made: () => made, move: (to: number | null) => (mark = to) };
};

it('computes a response once and reuses it until its source changes', async () => {
  const { ask, made, move } = setUp();
  const [firstResponse, other] = await Promise.all([ask(), ask()]);
  expect(other).toBe(firstResponse);
  expect(await ask()).toBe(firstResponse);
  expect(made()).toBe(1);
  move(2);
  expect((await ask()).jsonText).toBe('[{"name":"Court 2"}]');
});

it('separates responses by key and contains only the fields of the contract', async () => {
  const { ask } = setUp();
  expect((await ask('clay')).jsonText).toBe('[{"name":"Court 1"}]');
  expect((await ask('grass')).jsonText).toBe('[{"name":"Court 2"}]');
});

it('computes each response again while changes may be missed', async () => {
  const { ask, made, move } = setUp();
  move(null);
  await ask();
  await ask();
  expect(made()).toBe(2);
});

it('forgets a response that fails', async () => {
  const cache = new ResponseCache({ markOf: () => 1 } as unknown as Changes);
  await expect(
    cache.getOrMake('all', sources, () => Promise.reject(new Error('away'))),
  ).rejects.toThrow('away');
  const again = await cache.getOrMake('all', sources, async () =>
    EncodedJson.from(courts, [{ name: 'Court' }]),
  );
  expect(again.jsonText).toBe('[{"name":"Court"}]');
});
