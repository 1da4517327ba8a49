import type { Fold } from '../../../platform/kernel/decider.js';
import type { UserEvent } from '../user.events.js';

const MOST_FORMER_EMAILS = 10;

/** An e-mail that somebody had until an instant (UTC). */
export type FormerEmail = Readonly<{ email: string; until: string }>;

/** The e-mails that a person had before, the last ten; empty text where they were erased. */
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
