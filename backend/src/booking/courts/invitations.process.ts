import { DAY_MS } from '../../platform/kernel/local-time.js';
import { defineProcess } from '../../platform/processes/process.js';
import type { CourtInvitationEvent } from './court-invitations.events.js';
import {
  type InvitationEmailJob,
  SendInvitationEmailCommand,
} from './invitation-emails.commands.js';

export const invitationEmails = defineProcess<CourtInvitationEvent, InvitationEmailJob, never>({
  name: 'invitationEmails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['GuestInvited'],
  react({ type, data }) {
    if (type !== 'GuestInvited' || data.emailHash === null) return [];
    const { courtId, invitationId } = data;
    return [
      {
        id: `invitation.${courtId}.${invitationId}`,
        due: null,
        data: { courtId, invitationId },
      },
    ];
  },
  command: (emailJob, commandContext) => new SendInvitationEmailCommand(emailJob, commandContext),
});
