import { expect, it } from '@jest/globals';
import { InMemoryEventStore, startProcess } from '../../../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../../../testing/in-memory-keys.js';
import { systemContext } from '../../../platform/kernel/context.js';
import type { Message } from '../../../platform/kernel/decider.js';
import { Ids } from '../../../platform/kernel/ids.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { emailClaim } from '../claim.js';
import { Claims } from '../claims.service.js';
import { ReleaseFormerEmailCommand, ReleaseFormerEmailHandler } from './account-emails.commands.js';

const [BEFORE, CHANGED, NOW] = [1, 2, 3].map((day) => `2027-03-0${day}T12:00:00.000Z`) as [
  string,
  string,
  string,
];
const [FORMER, NEW] = ['ann@example.test', 'ann@new.test'] as const;
const SECRETS = { LOOKUP_SECRETS: ['a secret of lookups for tests alone'] };
const registered: Message = {
  type: 'UserRegistered',
  data: {
    userId: 'ann',
    email: FORMER,
    username: 'ann',
    firstName: 'Ann',
    lastName: 'Ace',
    phone: '',
    role: 'player',
    registeredAt: BEFORE,
  },
};
const changed = (previous: string, email: string, changedAt: string): Message => ({
  type: 'EmailChanged',
  data: { userId: 'ann', email, previous, changedAt },
});
const context = systemContext('release', NOW);

/** Sets up Ann, who claimed both emails and has these events. */
const setUp = async (...events: Message[]) => {
  const store = new InMemoryEventStore();
  const { codec, streams, commands } = startProcess(store, new InMemoryKeys());
  const append = async (event: Message) => {
    const revision = store.log.filter(({ stream }) => stream === 'user-ann').length;
    const id = `user-ann ${revision}`;
    const actor = { id: 'ann', role: 'player' } as const;
    const metadata = { actor, at: BEFORE, command: id, fingerprint: '', $correlationId: id };
    const position = String(store.log.length).padStart(20, '0');
    const encoded = await codec.encode(event, id, metadata);
    store.log.push({ ...encoded, stream: 'user-ann', revision, position, storedAt: 0 });
  };
  for (const event of events) await append(event);
  const hashes = new KeyedHashes(SECRETS);
  const claims = new Claims(commands, streams, new Ids(SECRETS), hashes);
  for (const email of [FORMER, NEW])
    await claims.claimName('email', email, 'ann', systemContext(`claim ${email}`, BEFORE));
  const holderOf = async (email: string) =>
    (await streams.load(emailClaim, hashes.hashOfName('email', email)))?.userId ?? null;
  const release = () =>
    new ReleaseFormerEmailHandler(streams, claims).execute(
      new ReleaseFormerEmailCommand({ userId: 'ann', changedAt: CHANGED }, context),
    );
  return { append, claims, holderOf, release };
};

it('releases a former email', async () => {
  const { holderOf, release } = await setUp(registered, changed(FORMER, NEW, CHANGED));
  await release();
  expect([await holderOf(FORMER), await holderOf(NEW)]).toEqual([null, 'ann']);
});

it('reclaims an email if its person changes back to it during the release', async () => {
  const { append, claims, holderOf, release } = await setUp(
    registered,
    changed(FORMER, NEW, CHANGED),
  );
  const releaseName = claims.releaseName.bind(claims);
  claims.releaseName = async (...args) => {
    await append(changed(NEW, FORMER, NOW));
    await releaseName(...args);
  };
  await release();
  expect(await holderOf(FORMER)).toBe('ann');
});

it('reclaims an email that an earlier attempt released after its person changed back', async () => {
  const { claims, holderOf, release } = await setUp(
    registered,
    changed(FORMER, NEW, CHANGED),
    changed(NEW, FORMER, NOW),
  );
  await claims.releaseName('email', FORMER, 'ann', context);
  expect(await holderOf(FORMER)).toBeNull();
  await release();
  expect(await holderOf(FORMER)).toBe('ann');
});

it('reclaims nothing for an account that is being erased', async () => {
  const { holderOf, claims, release } = await setUp(registered, changed(FORMER, NEW, CHANGED), {
    type: 'AccountErasureRequested',
    data: { userId: 'ann', by: 'person', reference: '', requestedAt: NOW },
  });
  await claims.releaseName('email', NEW, 'ann', context);
  await release();
  expect([await holderOf(FORMER), await holderOf(NEW)]).toEqual([null, null]);
});
