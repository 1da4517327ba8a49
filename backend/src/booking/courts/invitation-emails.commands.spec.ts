import { describe, expect, it } from '@jest/globals';
import { systemContext } from '../../platform/kernel/context.js';
import { person } from '../../people/identity/person.js';
import { MissingKey } from '../../platform/kernel/personal-data.js';
import { court } from './court.js';
import { type CourtInvitations, courtInvitations } from './court-invitations.js';
import {
  SendInvitationEmailCommand,
  SendInvitationEmailHandler,
} from './invitation-emails.commands.js';

const invitation = {
  courtId: 'roxbury',
  hostId: 'hana',
  invitationId: 'invitation1',
  email: '',
  emailHash: 'hash',
  invitedAt: '2027-03-10T12:00:00.000Z',
  keepUntil: '2027-06-10T12:00:00.000Z',
  guests: [],
};

const host = {
  userId: 'hana',
  firstName: 'Hana',
  email: 'hana@example.test',
  roles: ['owner'],
  suspension: null,
};
const states = new Map<unknown, unknown>([
  [court, { name: 'Roxbury', zone: 'America/Los_Angeles', hiddenBecause: null }],
]);
const send = async (
  state: Partial<CourtInvitations>,
  { isBlocked = false, listing = false, hostChanges = {} } = {},
) => {
  const sent: unknown[] = [];
  const loaded = new Map(states).set(person, { ...host, ...hostChanges });
  loaded.set(courtInvitations, {
    invitations: {},
    emailsUntil: {},
    ...state,
  });
  const handler = new SendInvitationEmailHandler(
    { load: async (decider: unknown) => loaded.get(decider) } as never,
    { emailTokenOf: () => ({ token: 'token', expiresAt: '2027-03-24T12:00:00.000Z' }) } as never,
    { refusalLinks: async () => ({ page: '', oneClick: '' }) } as never,
    { isEmailBlocked: async () => isBlocked } as never,
    {
      sendOnce: async (_id: string, write: () => Promise<unknown>) => void sent.push(await write()),
    } as never,
    {
      PUBLIC_URL: 'http://courtly.example',
      policy: { hostApproval: { payouts: true, listing } },
    } as never,
  );
  const input = { courtId: 'roxbury', invitationId: 'invitation1' };
  const context = systemContext('email 1', '2027-03-10T12:00:00.000Z');
  await handler.execute(new SendInvitationEmailCommand(input, context));
  return sent;
};

describe('the email of an invitation', () => {
  const invitations = { invitation1: invitation };
  it('is retried while the key of its address is unusable', () =>
    expect(
      send({ invitations, emailsUntil: { invitation1: invitation.keepUntil } }),
    ).rejects.toThrow(MissingKey));

  const invited = {
    invitations: { invitation1: { ...invitation, email: 'gus@example.test' } },
    emailsUntil: {},
  };

  it('is not sent once the host has deleted their account, and is not retried', async () => {
    const emailsUntil = { invitation1: invitation.keepUntil };
    const hostChanges = { email: '' };
    expect(await send({ invitations, emailsUntil }, { hostChanges })).toEqual([null]);
  });

  it('is not sent if the invited person or the host has since blocked the other', async () => {
    expect(await send(invited)).toMatchObject([{ to: 'gus@example.test' }]);
    expect(await send(invited, { isBlocked: true })).toEqual([null]);
  });

  it('is not sent for an unapproved host while the policy lists only courts of approved hosts', async () => {
    expect(await send(invited, { listing: true })).toEqual([null]);
    const approved = { roles: ['owner', 'host'] };
    expect(await send(invited, { listing: true, hostChanges: approved })).toMatchObject([
      { to: 'gus@example.test' },
    ]);
  });

  it('is not sent once the address is erased or the invitation is revoked', async () => {
    expect(await send({ invitations })).toEqual([null]);
    expect(await send({ emailsUntil: { invitation1: invitation.keepUntil } })).toEqual([null]);
  });
});
