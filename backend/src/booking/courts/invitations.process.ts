import { DAY_MS } from '../../platform/kernel/local-time.js';
import { defineProcess } from '../../platform/processes/process.js';
import type { CourtInvitationEvent } from './court-invitations.events.js';
import { type InvitationsDocument, courtInvitations } from './court-invitations.projection.js';
import {
  type InvitationEmailJob,
  SendInvitationEmailCommand,
} from './invitation-emails.commands.js';
import { EraseInvitationEmailsCommand } from './invitations.commands.js';

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

type ErasureJob = Readonly<{ courtId: string; hostId: string }>;

const erasureJob = ({ courtId, hostId }: ErasureJob, due: string) => ({
  id: `invitations.${courtId}.${Date.parse(due)}`,
  due,
  data: { courtId, hostId },
});

/** Erases the emails of guests after a revocation and at the end of their retention period. */
export const invitationErasures = defineProcess<
  CourtInvitationEvent,
  ErasureJob,
  InvitationsDocument
>({
  name: 'invitationErasures',
  queue: 'deadlines',
  handles: ['InvitationRevoked'],
  react: ({ type, data }) =>
    type === 'InvitationRevoked' ? [erasureJob(data, data.revokedAt)] : [],
  sweep: {
    readModel: courtInvitations,
    filters: (dueUntil) => [{ nextErasureAt: { $gt: '', $lte: dueUntil } }],
    fields: ['courtId', 'hostId', 'nextErasureAt'],
    jobs: (document) => [erasureJob(document, document.nextErasureAt!)],
  },
  command: (job, commandContext) => new EraseInvitationEmailsCommand(job, commandContext),
});
