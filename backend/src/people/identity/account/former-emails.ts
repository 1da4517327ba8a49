import type { Fold } from '../../../platform/kernel/decider.js';
import type { UserEvent } from '../user.events.js';

const MOST_FORMER_EMAILS = 10;

export type FormerEmail = Readonly<{ email: string; until: string }>;

/** The last ten previous emails; erased ones are empty. */
export const formerEmails: Fold<readonly FormerEmail[], UserEvent> = {
  category: 'user',
  initial: [],
  evolve: (previousEmails, { type, data }) =>
    type === 'EmailChanged'
      ? [...previousEmails, { email: data.previous, until: data.changedAt }].slice(
          -MOST_FORMER_EMAILS,
        )
      : previousEmails,
};
