import { defineProcess } from '../../platform/processes/process.js';
import {
  SendPasswordResetCommand,
  SendPasswordChangedEmailCommand,
} from './account/account-emails.commands.js';
import { EndSessionsOfSuspendedCommand } from './account/admin.commands.js';
import {
  FinishEmailChangeCommand,
  SendEmailChangeCommand,
} from './account/email-change-emails.commands.js';
import type { UserEvent } from './user.events.js';

type AccountChange = Readonly<{ userId: string; changedAt: string }>;

/** A change of password is told to its person by mail. */
export const passwordNotices = defineProcess<UserEvent, AccountChange, never>({
  name: 'passwordNotices',
  queue: 'effects',
  handles: ['PasswordChanged'],
  react({ id, type, data }) {
    if (type !== 'PasswordChanged') return [];
    const { userId, changedAt } = data;
    return [{ id: `password-changed.${id}`, due: null, data: { userId, changedAt } }];
  },
  command: ({ userId, changedAt }, commandContext) =>
    new SendPasswordChangedEmailCommand({ userId, changedAt }, commandContext),
});

/**
 * Somebody asked for a link to a new password; `names` are the keyed hashes of an e-mail. No event tells of it, since there may
 * be no such account: the request queues the job.
 */
export const passwordResets = defineProcess<never, Readonly<{ names: readonly string[] }>, never>({
  name: 'passwordResets',
  queue: 'effects',
  handles: [],
  react: () => [],
  command: ({ names }, commandContext) => new SendPasswordResetCommand({ names }, commandContext),
});

type EmailChangeRequest = Readonly<{ userId: string; requestedAt: string }>;

/** Somebody wants another e-mail: both are written to. */
export const emailChangeLinks = defineProcess<UserEvent, EmailChangeRequest, never>({
  name: 'emailChangeLinks',
  queue: 'effects',
  handles: ['EmailChangeRequested'],
  react({ id, type, data }) {
    if (type !== 'EmailChangeRequested') return [];
    const { userId, requestedAt } = data;
    return [{ id: `email-change.${id}`, due: null, data: { userId, requestedAt } }];
  },
  command: ({ userId, requestedAt }, commandContext) =>
    new SendEmailChangeCommand({ userId, requestedAt }, commandContext),
});

/** An e-mail was changed: the one before is free for others, and told. */
export const emailChangeEnds = defineProcess<UserEvent, AccountChange, never>({
  name: 'emailChangeEnds',
  queue: 'effects',
  handles: ['EmailChanged'],
  react({ id, type, data }) {
    if (type !== 'EmailChanged') return [];
    const { userId, changedAt } = data;
    return [{ id: `email-changed.${id}`, due: null, data: { userId, changedAt } }];
  },
  command: ({ userId, changedAt }, commandContext) =>
    new FinishEmailChangeCommand({ userId, changedAt }, commandContext),
});

/** Who is suspended is signed out everywhere, also where the process that did it ended before. */
export const suspensions = defineProcess<UserEvent, Readonly<{ userId: string }>, never>({
  name: 'suspensions',
  queue: 'effects',
  handles: ['UserSuspended'],
  react: ({ id, data: { userId } }) => [{ id: `suspended.${id}`, due: null, data: { userId } }],
  command: ({ userId }, commandContext) =>
    new EndSessionsOfSuspendedCommand({ userId }, commandContext),
});
