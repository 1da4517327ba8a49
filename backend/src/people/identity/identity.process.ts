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
 * `names` are keyed hashes of an email. There is no event, because there may be no account: the
 * request queues the job.
 */
export const passwordResets = defineProcess<never, Readonly<{ names: readonly string[] }>, never>({
  name: 'passwordResets',
  queue: 'effects',
  handles: [],
  react: () => [],
  command: ({ names }, commandContext) => new SendPasswordResetCommand({ names }, commandContext),
});

type EmailChangeRequest = Readonly<{ userId: string; requestedAt: string }>;

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

/** Ends the sessions even if the process that wrote the suspension crashed. */
export const suspensions = defineProcess<UserEvent, Readonly<{ userId: string }>, never>({
  name: 'suspensions',
  queue: 'effects',
  handles: ['UserSuspended'],
  react: ({ id, data: { userId } }) => [{ id: `suspended.${id}`, due: null, data: { userId } }],
  command: ({ userId }, commandContext) =>
    new EndSessionsOfSuspendedCommand({ userId }, commandContext),
});
