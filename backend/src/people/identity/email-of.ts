import type { Fold } from '../../platform/kernel/decider.js';
import type { UserEvent } from './user.events.js';

/** Empty without an account. */
export const emailOf: Fold<string, UserEvent> = {
  category: 'user',
  initial: '',
  evolve(currentEmail, { type, data }) {
    if (type === 'AccountErasureRequested') return '';
    return type === 'UserRegistered' || type === 'EmailChanged' ? data.email : currentEmail;
  },
};

/**
 * An email is verified once its owner used a link that was sent there. Registration does not verify
 * it.
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
