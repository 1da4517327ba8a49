import type { Fold } from '../../platform/kernel/decider.js';
import type { UserEvent } from './user.events.js';

/** The e-mail of a person; empty where there is none, or none any more. */
export const emailOf: Fold<string, UserEvent> = {
  category: 'user',
  initial: '',
  evolve(currentEmail, { type, data }) {
    if (type === 'AccountErasureRequested') return '';
    return type === 'UserRegistered' || type === 'EmailChanged' ? data.email : currentEmail;
  },
};

/**
 * The e-mail of a person, and whether they have shown that it is theirs, by a link that was sent there: to change it, or to set a
 * new password. Nobody is asked to when they register.
 */
export const verifiedEmailOf: Fold<Readonly<{ email: string; isVerified: boolean }>, UserEvent> = {
  category: 'user',
  initial: { email: '', isVerified: false },
  evolve(verifiedEmail, { type, data }) {
    if (type === 'UserRegistered') return { email: data.email, isVerified: false };
    if (type === 'EmailChanged') return { email: data.email, isVerified: true };
    if (type === 'AccountErasureRequested') return { email: '', isVerified: false };
    return type === 'PasswordChanged' && data.proof === 'mail'
      ? { ...verifiedEmail, isVerified: true }
      : verifiedEmail;
  },
};
