import { expect, it } from '@jest/globals';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { systemContext } from '../../platform/kernel/context.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import type { Streams } from '../../platform/kernel/streams.js';
import { court } from './court.js';
import { courtInvitations } from './court-invitations.js';
import {
  InviteGuestCommand,
  InviteGuestHandler,
  SendInvitationAgainCommand,
  SendInvitationAgainHandler,
} from './invitations.commands.js';

const AT = '2027-03-10T12:00:00.000Z';
const contextOf = (cause: string) => ({
  ...systemContext(cause, AT),
  actor: { id: 'hana', role: 'owner' } as const,
});

/** Hana's court in memory. */
const startCourt = () => {
  const store = new InMemoryEventStore();
  const { commands, streams } = startProcess(store);
  const secrets = { LOOKUP_SECRETS: ['a secret of lookups for tests alone'] };
  const load = async (fold: never, id: string) =>
    fold === court ? { hostId: 'hana' } : streams.load(fold, id);
  const dependencies = [
    commands,
    { load } as unknown as Streams,
    new Ids(secrets),
    new KeyedHashes(secrets),
    { consume: async () => undefined } as never,
    { policy: { retention: { contactDays: 365 } } } as never,
  ] as const;
  const invite = (email: string | null) =>
    new InviteGuestHandler(...dependencies).execute(
      new InviteGuestCommand({ courtId: 'roxbury', email }, contextOf(`invites ${email}`)),
    );
  const sendAgain = (invitationId: string, cause = 'again') =>
    new SendInvitationAgainHandler(...dependencies).execute(
      new SendInvitationAgainCommand({ courtId: 'roxbury', invitationId }, contextOf(cause)),
    );
  return { store, streams, invite, sendAgain };
};

it('an invitation is sent again in the same step that ends the earlier one', async () => {
  const { store, streams, invite, sendAgain } = startCourt();
  const { value: first } = await invite('gus@example.test');
  const { value: second } = await sendAgain(first.invitationId);
  expect(second).toMatchObject({ email: 'gus@example.test', emailHash: first.emailHash });
  expect(store.appended).toEqual([1, 2]);
  expect(store.log.map(({ type }) => type)).toEqual([
    'GuestInvited',
    'InvitationRevoked',
    'GuestInvited',
  ]);
  const { invitations, emailsUntil } = await streams.load(courtInvitations, 'roxbury');
  expect(Object.keys(invitations)).toEqual([second.invitationId]);
  expect(emailsUntil[first.invitationId]).toBe(AT);
});

it('a replaced, link-only, or unknown invitation cannot be resent', async () => {
  const { invite, sendAgain } = startCourt();
  const { value: first } = await invite('gus@example.test');
  const { value: link } = await invite(null);
  const { value: second } = await sendAgain(first.invitationId);
  for (const id of [first.invitationId, link.invitationId, 'unknown'])
    await expect(sendAgain(id, `again ${id}`)).rejects.toMatchObject({ code: 'not_found' });
  // A retry of the same request gets the same response.
  expect((await sendAgain(first.invitationId)).value).toEqual(second);
});
