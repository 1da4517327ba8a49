import { expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { guestWaivers } from '../../booking/guest-waivers/guest-waivers.js';
import { applicantOf, applications } from '../../people/applications/application.js';
import type { Message } from '../../platform/kernel/decider.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import type { RegisteredErasure } from '../../platform/vault/erasure-register.js';
import { applicationReviewed, hostApplication } from '../../../testing/applications.js';
import { guestAdded, waiverSigned } from '../../../testing/guest-waivers.js';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import { UnlistedSecret } from '../../platform/vault/person-keys.js';
import { erasureSteps } from './erase.commands.js';
import { ErasureSteps } from './erasure-steps.service.js';
import { RepeatErasures } from './repeat-erasures.service.js';

const [BEFORE, ERASED, AFTER] = [1, 2, 3].map((day) => `2027-03-0${day}T12:00:00.000Z`) as [
  string,
  string,
  string,
];
const EMAIL = 'ann@example.test';
const hashes = new KeyedHashes({ LOOKUP_SECRETS: ['a secret of lookups for tests alone'] });
const applicant = applicantOf('host', hashes.hashesOfName('applicant', EMAIL)[0]!);
const entryOf = (id: string): RegisteredErasure => ({ id, accountId: id, erasedAt: ERASED });

const registered: Message = {
  type: 'UserRegistered',
  data: {
    userId: 'ann',
    email: EMAIL,
    username: 'ann',
    firstName: 'Ann',
    lastName: 'Ace',
    phone: '',
    role: 'player',
    registeredAt: BEFORE,
  },
};
const verified: Message = {
  type: 'PasswordChanged',
  data: { userId: 'ann', proof: 'mail', changedAt: BEFORE },
};
const requested: Message = {
  type: 'AccountErasureRequested',
  data: { userId: 'ann', by: 'person', reference: '', requestedAt: ERASED },
};
const erased: Message = { type: 'AccountErased', data: { userId: 'ann', erasedAt: ERASED } };
const applied = (applicationId: string, appliedAt: string): Message => ({
  type: 'HostApplied',
  data: hostApplication({ applicationId, applicant, email: EMAIL, appliedAt }),
});

/** A worker whose log and register contain these events and entries. All keys have returned. */
const setUp = async (
  userEvents: Message[],
  applied: Message[],
  erasures: RegisteredErasure[],
  damagedFiles: string[] = [],
  unlistedId = '',
  walk: () => Promise<number> = async () => 2,
  application: object | null = null,
  guestEvents: Message[] = [],
  guestList: object | null = null,
  sentIds: string[] = [],
) => {
  const [store, keys] = [new InMemoryEventStore(), new InMemoryKeys()];
  const process = startProcess(store, keys);
  const append = async (stream: string, events: Message[]) => {
    for (const [revision, event] of events.entries()) {
      const id = `${stream} ${revision}`;
      const encoded = await process.codec.encode(event, id, {
        actor: { id: 'ann', role: 'player' },
        at: BEFORE,
        command: id,
        fingerprint: '',
        $correlationId: id,
      });
      const position = String(store.log.length).padStart(20, '0');
      store.log.push({ ...encoded, stream, revision, position, storedAt: 0 });
    }
  };
  await append('user-ann', userEvents);
  await append(`application-${applicant}`, applied);
  await append(`guestWaivers-${guestAdded().data.bookingId}`, guestEvents);
  const [erasedIds, erasedWith]: [string[], string[]] = [[], []];
  const vaultKeys = {
    find: (userIds: string[]) => keys.find(userIds),
    hasKey: async (id: string) => (await keys.find([id])).get(id) !== null,
    idsErasedWith: async () => erasedWith,
    eraseKey: async (id: string, _erasedAt: string, { isSecretLost = false } = {}) => {
      if (id === unlistedId && !isSecretLost) throw new UnlistedSecret(id, 'a1b2c3d4');
      erasedIds.push(id);
      stillDamaged.delete(`/e/${id}.json`);
      keys.erase(id);
    },
  };
  const stillDamaged = new Set(damagedFiles);
  const revokeAccess = jest.fn(async (userId: string) => {
    if (userId === 'bob') throw new Error('Redis is down');
  });
  const steps = new ErasureSteps(
    store as never,
    process.commands,
    process.streams,
    {
      walk: async ({ name }: { name: string }) => {
        if (name === 'applications') return sentIds.map((_id) => ({ _id }));
        return name === 'guestWaivers' ? [{ _id: guestAdded().data.bookingId }] : [];
      },
    } as never,
    { waitFor: async () => true } as never,
    hashes,
    vaultKeys as never,
    { revokeAccess } as never,
    { removeFolder: async () => undefined } as never,
    {} as never,
    {} as never,
  );
  const service = new RepeatErasures(
    { read: async () => ({ erasures, damagedFiles: [...stillDamaged] }) } as never,
    vaultKeys as never,
    process.streams,
    process.commands,
    steps,
    { instant: () => AFTER } as never,
    {
      walk,
      read: async ({ name }: { name: string }) =>
        name === 'guestWaivers' ? guestList : application,
    } as never,
    { ROLES: [] } as never,
  );
  return { keys, steps, service, streams: process.streams, erasedIds, erasedWith, revokeAccess };
};

it("an account's entry erases its earlier applications again before its own key", async () => {
  const applications = [applied('application1', BEFORE), applied('application2', AFTER)];
  const userEvents = [registered, verified, requested, erased];
  const { service, erasedIds } = await setUp(userEvents, applications, [entryOf('ann')]);
  expect(await service.repeatAll()).toEqual({
    requested: new Set(),
    erased: new Set(['ann']),
    failures: [],
  });
  expect(erasedIds).toEqual(['application1', 'ann']);
});

it('a damaged key is erased again without being opened, and the password is removed', async () => {
  const userEvents = [registered, verified, requested, erased];
  const { keys, service, erasedIds, revokeAccess } = await setUp(userEvents, [], [entryOf('ann')]);
  keys.damage('ann');
  await service.repeatAll();
  expect(new Set(erasedIds)).toEqual(new Set(['ann']));
  expect(revokeAccess).toHaveBeenCalledWith('ann');
});

it('an erasure missing in a restored log is requested again despite a damaged key', async () => {
  const { keys, service, steps } = await setUp([registered], [], [entryOf('ann')]);
  keys.damage('ann');
  expect((await service.repeatAll()).requested).toEqual(new Set(['ann']));
  expect(await steps.isErasureDue('ann')).toBe(true);
});

it('a requested erasure is due even if the key is damaged, and then erases that key', async () => {
  const { keys, steps, erasedIds } = await setUp([registered, requested], [], []);
  keys.damage('ann');
  expect(await steps.isErasureDue('ann')).toBe(true);
  await steps.eraseDamagedKey({ userId: 'ann', at: AFTER });
  expect(erasedIds).toEqual(['ann']);
  await steps.finishErasure({ userId: 'ann', at: AFTER });
  expect(await steps.isErasureDue('ann')).toBe(false);
});

/** The steps of an erasure that need keys. */
const keySteps = erasureSteps.filter((step) => /Key|withdraw/.test(step));

it('a damaged application key does not prevent the erasure of the account', async () => {
  const sent = [applied('application1', BEFORE)];
  const { keys, steps, streams, erasedIds } = await setUp(
    [registered, verified, requested],
    sent,
    [],
  );
  keys.damage('application1');
  for (const step of keySteps) await steps[step]({ userId: 'ann', at: AFTER });
  expect(await streams.load(applications, applicant)).toMatchObject([
    { applicationId: 'application1', status: 'withdrawn', email: '' },
  ]);
  expect(erasedIds.at(-1)).toBe('ann');
});

/** Ann's email is unverified. Only the first application was sent with her account. */
const setUpUnverified = (userIdOfFirst: string | null) => {
  const first = hostApplication({ applicationId: 'application1', applicant, email: EMAIL });
  const sent: Message[] = [
    { type: 'HostApplied', data: { ...first, appliedAt: BEFORE, userId: userIdOfFirst } },
    applied('application2', BEFORE),
  ];
  const userEvents = [registered, requested];
  return setUp(userEvents, sent, [], [], '', undefined, null, [], null, ['application1']);
};

it('an application with an unverified email is erased with the account that sent it', async () => {
  const { steps, streams, erasedIds } = await setUpUnverified(null);
  for (const step of keySteps) await steps[step]({ userId: 'ann', at: AFTER });
  expect(erasedIds).toEqual(['application1', 'ann']);
  expect(await streams.loadDespiteDamagedKeys(applications, applicant)).toMatchObject([
    { applicationId: 'application1', status: 'withdrawn', email: '' },
    { applicationId: 'application2', status: 'pending', email: EMAIL },
  ]);
});

it('an application that someone else has claimed stays when its sender is erased', async () => {
  const { steps, erasedIds } = await setUpUnverified('bob');
  for (const step of keySteps) await steps[step]({ userId: 'ann', at: AFTER });
  expect(erasedIds).toEqual(['ann']);
});

it('an export lists no application with an unverified email', async () => {
  const { steps } = await setUpUnverified(null);
  expect(await steps.applicationsOf({ userId: 'ann', at: AFTER }, new Set())).toEqual([]);
});

it("another person's damaged application in the same stream does not prevent an erasure", async () => {
  const rejected = applicationReviewed({
    applicationId: 'application1',
    applicant,
    status: 'rejected',
  });
  const sent = [applied('application1', BEFORE), rejected, applied('application2', AFTER)];
  const { keys, steps, streams, erasedIds } = await setUp(
    [registered, verified, requested],
    sent,
    [],
  );
  keys.damage('application2');
  for (const step of keySteps) await steps[step]({ userId: 'ann', at: ERASED });
  expect(erasedIds).toEqual(['application1', 'ann']);
  expect(await streams.loadDespiteDamagedKeys(applications, applicant)).toMatchObject([
    { applicationId: 'application1', email: '' },
    { applicationId: 'application2', status: 'pending' },
  ]);
});

it('an application key under an unlisted secret is kept unless the secret is lost', async () => {
  const sent = [applied('application1', BEFORE)];
  const userEvents = [registered, verified, requested];
  const { keys, steps, erasedIds } = await setUp(userEvents, sent, [], [], 'application1');
  keys.damage('application1');
  const job = { userId: 'ann', at: AFTER };
  await expect(steps.eraseDamagedApplicationKeys(job)).rejects.toThrow('does not list');
  expect(erasedIds).toEqual([]);
  await steps.eraseDamagedApplicationKeys(job, true);
  expect(erasedIds).toEqual(['application1']);
});

it("an account's entry erases an application again even if its key is damaged", async () => {
  const sent = [applied('application1', BEFORE)];
  const userEvents = [registered, verified, requested, erased];
  const { keys, service, erasedIds } = await setUp(userEvents, sent, [entryOf('ann')]);
  keys.damage('application1');
  expect((await service.repeatAll()).failures).toEqual([]);
  expect(erasedIds).toEqual(['application1', 'ann']);
});

it("an account's entry erases a restored application key even if its own key is gone", async () => {
  const userEvents = [registered, verified, requested, erased];
  const damagedFiles = ['/e/application1.json'];
  const { keys, service, erasedIds, erasedWith } = await setUp(
    userEvents,
    [applied('application1', BEFORE)],
    [entryOf('ann')],
    damagedFiles,
  );
  keys.erase('ann');
  erasedWith.push('application1');
  expect(await service.repeatAll()).toEqual({
    requested: new Set(),
    erased: new Set(['ann']),
    failures: [],
  });
  expect(erasedIds).toEqual(['application1', 'ann']);
});

it('each failure is logged with its id and reason, and does not stop the other entries', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const userEvents = [registered, verified, requested, erased];
  const entries = [entryOf('bob'), entryOf('ann')];
  const { service, erasedIds } = await setUp(userEvents, [], entries);
  expect(await service.repeatAll()).toEqual({
    requested: new Set(),
    erased: new Set(['ann']),
    failures: ['1 erasures could not be repeated'],
  });
  expect(erasedIds).toEqual(['ann']);
  expect(logged).toHaveBeenCalledWith({
    erasureNotRepeated: 'bob',
    accountId: 'bob',
    reason: 'Error: Redis is down',
  });
});

it('an empty register is reported if the log has erasures', async () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const { service } = await setUp([registered], [], []);
  await service.repeatAll();
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('is empty, but 2 accounts'));
});

it('an empty register is a success only once the read model of erasures is complete', async () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  let isComplete = false;
  const { service } = await setUp([registered], [], [], [], '', async () => {
    if (!isComplete) throw new Error('Courtly is still preparing its lists.');
    return 2;
  });
  warned.mockClear();
  await expect(service.repeatAll()).rejects.toThrow('still preparing');
  isComplete = true;
  await service.repeatAll();
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('is empty, but 2 accounts'));
});

it('a damaged register file is logged by name and does not stop the others', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const userEvents = [registered, verified, requested, erased];
  const { service, erasedIds } = await setUp(userEvents, [], [entryOf('ann')], ['/e/bob.json']);
  expect(await service.repeatAll()).toEqual({
    requested: new Set(),
    erased: new Set(['ann']),
    failures: ['/e/bob.json is damaged'],
  });
  expect(erasedIds).toEqual(['ann']);
  expect(logged).toHaveBeenCalledWith({ damagedErasureFile: '/e/bob.json' });
});

it('a register with only damaged files is not reported as empty, and each file is named', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  warned.mockClear();
  const damagedFiles = ['/e/ann.json', '/e/bob.json'];
  const { service } = await setUp([registered], [], [], damagedFiles);
  const { failures } = await service.repeatAll();
  expect(failures).toEqual(damagedFiles.map((file) => `${file} is damaged`));
  for (const file of damagedFiles)
    expect(logged).toHaveBeenCalledWith({ damagedErasureFile: file });
  expect(warned).not.toHaveBeenCalled();
});

it('a key under an unlisted secret is kept and reported, and the other keys are erased', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const userEvents = [registered, verified, requested, erased];
  const entries = [entryOf('application1'), entryOf('ann')].map((entry) => ({
    ...entry,
    accountId: 'ann',
  }));
  const { service, erasedIds } = await setUp(userEvents, [], entries, [], 'application1');
  expect((await service.repeatAll()).failures).toEqual(['1 erasures could not be repeated']);
  expect(erasedIds).toEqual(['ann']);
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({
      erasureNotRepeated: 'application1',
      reason: expect.stringContaining('KEY_SECRETS does not list'),
    }),
  );
});

it('requests the erasure of an application again if a restored log lacks the request', async () => {
  const setUpWith = (application: object) =>
    setUp([], [applied('app1', BEFORE)], [entryOf('app1')], [], '', undefined, application);
  const kept = await setUpWith({ applicant, erasure: 'none' });
  expect([...(await kept.service.repeatAll()).requested]).toEqual(['app1']);
  const [application] = await kept.streams.load(applications, applicant);
  expect(application).toMatchObject({ erasure: 'requested', status: 'withdrawn' });
  // The process removes the key, after the photos.
  expect(kept.erasedIds).toEqual([]);
  const forgotten = await setUpWith({ applicant, erasure: 'erased' });
  expect([...(await forgotten.service.repeatAll()).requested]).toEqual([]);
  expect(forgotten.erasedIds).toEqual(['app1']);
});

it('erases guests without a signature along with the player, and keeps signatures', async () => {
  const guestEvents = [guestAdded(), guestAdded({ guestId: 'eva' }), waiverSigned()];
  const userEvents = [registered, verified, requested];
  const { steps, erasedIds } = await setUp(
    userEvents,
    [],
    [],
    [],
    '',
    undefined,
    null,
    guestEvents,
  );
  await steps.eraseKeys({ userId: 'ann', at: AFTER });
  expect(erasedIds).toEqual(['eva', 'ann']);
});

it('requests the erasure of a guest again if a restored log lacks the request', async () => {
  const { bookingId, courtId, hostId, playerId } = guestAdded().data;
  const parties = { bookingId, courtId, hostId, playerId };
  const setUpWith = (erasureRequests: string[]) =>
    setUp([], [], [entryOf('gus')], [], '', undefined, null, [guestAdded()], {
      ...parties,
      erasureRequests,
    });
  const forgotten = await setUpWith([]);
  expect([...(await forgotten.service.repeatAll()).requested]).toEqual(['gus']);
  const { erasureRequests, keptUntil } = await forgotten.streams.load(guestWaivers, bookingId);
  expect([erasureRequests, keptUntil]).toEqual([['gus'], { gus: AFTER }]);
  const known = await setUpWith(['gus']);
  expect([...(await known.service.repeatAll()).requested]).toEqual([]);
});
