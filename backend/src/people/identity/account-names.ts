import type { Fold } from '../../platform/kernel/decider.js';
import type { UserEvent } from './user.events.js';

/**
 * All emails and usernames that an account ever had. `verified` emails are proven to belong to the
 * person; `requested` ones may belong to anyone.
 */
export type AccountNames = Readonly<{
  emails: ReadonlySet<string>;
  requested: ReadonlySet<string>;
  verified: ReadonlySet<string>;
  usernames: ReadonlySet<string>;
  current: string;
}>;

const withNames = (existingNames: ReadonlySet<string>, ...newNames: readonly string[]) =>
  new Set([...existingNames, ...newNames.filter((newName) => newName !== '')]);

export const accountNames: Fold<AccountNames, UserEvent> = {
  category: 'user',
  initial: {
    emails: new Set(),
    requested: new Set(),
    verified: new Set(),
    usernames: new Set(),
    current: '',
  },
  evolve(knownNames, { type, data }) {
    switch (type) {
      case 'UserRegistered': {
        const { email, username } = data;
        return {
          ...knownNames,
          emails: withNames(knownNames.emails, email),
          usernames: withNames(knownNames.usernames, username),
          current: email,
        };
      }
      case 'EmailChangeRequested':
        return { ...knownNames, requested: withNames(knownNames.requested, data.email) };
      case 'EmailChanged': {
        const { email, previous } = data;
        const verifiedEmails = withNames(knownNames.verified, email);
        return {
          ...knownNames,
          emails: withNames(knownNames.emails, email, previous),
          verified: verifiedEmails,
          current: email,
        };
      }
      case 'PasswordChanged':
        return data.proof === 'mail'
          ? { ...knownNames, verified: withNames(knownNames.verified, knownNames.current) }
          : knownNames;
      default:
        return knownNames;
    }
  },
};
