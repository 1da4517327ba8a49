import { defineProcess } from '../processes/process.js';
import { TellOfPassword } from './account-mails.commands.js';
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
