import { ConductPolicy } from '@courtly/contracts/policy';
import { expect, it } from '@jest/globals';
import { user } from '../../people/identity/user.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { Message } from '../../platform/kernel/decider.js';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import { ErasureQueries } from './erasure.queries.js';
import { ErasureSteps } from './erasure-steps.service.js';
import { UnlistedSecret } from '../../platform/vault/person-keys.js';
import { RequestErasureCommand, RequestErasureHandler } from './request-erasure.commands.js';

const [BEFORE, NOW] = ['2027-03-01T12:00:00.000Z', '2027-03-02T12:00:00.000Z'] as const;
const registered: Message = {
  type: 'UserRegistered',
  data: {
    userId: 'ann',
    email: 'ann@example.test',
    username: 'ann',
    firstName: 'Ann',
    lastName: 'Ace',
    phone: '',
    role: 'player',
    registeredAt: BEFORE,
  },
};
const madeAdmin: Message = {
  type: 'RoleGranted',
  data: { userId: 'ann', role: 'admin', reason: '', grantedAt: BEFORE },
};
const consented: Message = {
  type: 'RenewalConsentGiven',
  data: {
    userId: 'ann',
    version: '1',
    textHash: 'hash',
    amountCents: 10_000,
    consentedAt: BEFORE,
    userAgent: 'a browser',
    ipAddress: '192.0.2.1',
  },
};
/** Read models without documents. */
const readModels = {
  read: async (_projection: unknown, query: (collection: object) => unknown) =>
    query({
      countDocuments: async () => 0,
      findOne: async () => null,
      aggregate: () => ({ toArray: async () => [] }),
      find: () => ({ toArray: async () => [] }),
    }),
};

/**
 * A process in which Ann has these events, and a key that is damaged or wrapped with an unlisted
 * secret.
 */
const setUp = async (userEvents: Message[], isSecretUnlisted = false) => {
  const [store, keys] = [new InMemoryEventStore(), new InMemoryKeys()];
  const { codec, streams, commands } = startProcess(store, keys);
  for (const [stream, events] of Object.entries({
    'user-ann': userEvents,
    'membership-ann': [consented],
  }))
    for (const [revision, event] of events.entries()) {
      const id = `${stream} ${revision}`;
      const encoded = await codec.encode(event, id, {
        actor: { id: 'ann', role: 'player' },
        at: BEFORE,
        command: id,
        fingerprint: '',
        $correlationId: id,
      });
      const position = String(store.log.length).padStart(20, '0');
      store.log.push({ ...encoded, stream, revision, position, storedAt: 0 });
    }
  keys.damage('ann');
  const erasedIds: string[] = [];
  const vaultKeys = {
    find: (userIds: string[]) => keys.find(userIds),
    eraseKey: async (id: string, _erasedAt: string, { isSecretLost = false } = {}) => {
      if (isSecretUnlisted && !isSecretLost) throw new UnlistedSecret(id, 'a1b2c3d4');
      erasedIds.push(id);
      keys.erase(id);
    },
  };
  const unused = {} as never;
  const steps = new ErasureSteps(
    store as never,
    commands,
    streams,
    { walk: async () => [] } as never,
    unused,
    unused,
    vaultKeys as never,
    unused,
    unused,
    unused,
    unused,
  );
  const queries = new ErasureQueries(
    readModels as never,
    streams,
    { instant: () => NOW } as never,
    { policy: { conduct: ConductPolicy.parse({}) } } as never,
  );
  const handler = new RequestErasureHandler(commands, queries, steps, streams);
  const request = (userId: string, isSecretLost = false) =>
    handler.execute(
      new RequestErasureCommand(
        { userId, reference: 'letter 12', isSecretLost },
        systemContext('erase', NOW),
      ),
    );
  return { keys, streams, erasedIds, request };
};

it('an erasure can be requested despite a damaged key, which is then deleted', async () => {
  const { streams, erasedIds, request } = await setUp([registered]);
  await expect(streams.load(user, 'ann')).rejects.toMatchObject({ code: 'key_unusable' });
  await request('ann');
  expect((await streams.load(user, 'ann')).erasure).toBe('requested');
  expect(erasedIds).toEqual(['ann']);
});

it('a damaged key remains if the erasure is blocked', async () => {
  const { erasedIds, request } = await setUp([registered, madeAdmin]);
  await expect(request('ann')).rejects.toMatchObject({
    code: 'erasure_blocked',
    details: { blockers: [{ code: 'last_admin' }] },
  });
  expect(erasedIds).toEqual([]);
});

it('a damaged key remains if its id is not that of an account', async () => {
  const { keys, erasedIds, request } = await setUp([registered]);
  keys.damage('application1');
  await expect(request('application1')).rejects.toMatchObject({ code: 'not_found' });
  expect(erasedIds).toEqual([]);
});

it('a key under an unlisted secret prevents the request, unless the secret is lost', async () => {
  const { streams, erasedIds, request } = await setUp([registered], true);
  await expect(request('ann')).rejects.toThrow(
    'The key of ann is wrapped with a secret (a1b2c3d4) that KEY_SECRETS does not list',
  );
  expect(erasedIds).toEqual([]);
  await request('ann', true);
  expect(erasedIds).toEqual(['ann']);
  expect((await streams.load(user, 'ann')).erasure).toBe('requested');
});

it('a requested erasure continues once an operator declares the missing secret lost', async () => {
  const requested: Message = {
    type: 'AccountErasureRequested',
    data: { userId: 'ann', by: 'person', reference: '', requestedAt: BEFORE },
  };
  const { erasedIds, request } = await setUp([registered, requested], true);
  await request('ann', true);
  expect(erasedIds).toEqual(['ann']);
});
