import { describe, expect, it } from '@jest/globals';
import { systemContext } from '../../platform/kernel/context.js';
import { MissingKey } from '../../platform/kernel/personal-data.js';
import type { CourtInvitations } from './court-invitations.js';
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

const send = async (state: Partial<CourtInvitations>) => {
  const sent: unknown[] = [];
  const handler = new SendInvitationEmailHandler(
    { load: () => Promise.resolve({ invitations: {}, emailsUntil: {}, ...state }) } as never,
    {} as never,
    {} as never,
    {} as never,
    {
      sendOnce: async (_id: string, write: () => Promise<unknown>) => void sent.push(await write()),
    } as never,
    {} as never,
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

  it('is not sent once the address is erased or the invitation is revoked', async () => {
    expect(await send({ invitations })).toEqual([null]);
    expect(await send({ emailsUntil: { invitation1: invitation.keepUntil } })).toEqual([null]);
  });
});
