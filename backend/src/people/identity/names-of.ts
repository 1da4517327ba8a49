import type { Fold } from '../../platform/kernel/decider.js';
import type { UserEvent } from './user.events.js';

/**
 * What an account was ever known by: `verified` are the e-mails that its person has shown to be theirs. `wanted` are those that they
 * asked for, which may be anybody's.
 */
export type Names = Readonly<{
  emails: ReadonlySet<string>;
  wanted: ReadonlySet<string>;
  verified: ReadonlySet<string>;
  usernames: ReadonlySet<string>;
  current: string;
}>;

const plus = (names: ReadonlySet<string>, ...more: readonly string[]): ReadonlySet<string> =>
  new Set([...names, ...more.filter((one) => one !== '')]);

/** Every name of an account; none that were erased. */
export const namesOf: Fold<Names, UserEvent> = {
  category: 'user',
  initial: {
    emails: new Set(),
    wanted: new Set(),
    verified: new Set(),
    usernames: new Set(),
    current: '',
  },
  evolve(names, { type, data }) {
    switch (type) {
      case 'UserRegistered': {
        const { email, username } = data;
        return {
          ...names,
          emails: plus(names.emails, email),
          usernames: plus(names.usernames, username),
          current: email,
        };
      }
      case 'EmailChangeRequested':
        return { ...names, wanted: plus(names.wanted, data.email) };
      case 'EmailChanged': {
        const { email, previous } = data;
        const verified = plus(names.verified, email);
        return { ...names, emails: plus(names.emails, email, previous), verified, current: email };
      }
      case 'PasswordChanged':
        return data.proof === 'mail'
          ? { ...names, verified: plus(names.verified, names.current) }
          : names;
      default:
        return names;
    }
  },
};
