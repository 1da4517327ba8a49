import { defineProcess } from '../processes/process.js';
import { SendPasswordReset, TellOfPassword } from './account-mails.commands.js';
import type { UserEvent } from './user.events.js';

type Changed = Readonly<{ userId: string; changedAt: string }>;

/** A change of password is told to its person by mail. */
export const passwordNotices = defineProcess<UserEvent, Changed, never>({
  name: 'passwordNotices',
  queue: 'effects',
  handles: ['PasswordChanged'],
  react({ id, type, data }) {
    if (type !== 'PasswordChanged') return [];
    const { userId, changedAt } = data;
    return [{ id: `password-changed.${id}`, due: null, data: { userId, changedAt } }];
  },
  command: ({ userId, changedAt }, context) => new TellOfPassword(userId, changedAt, context),
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
  command: ({ names }, context) => new SendPasswordReset(names, context),
});
