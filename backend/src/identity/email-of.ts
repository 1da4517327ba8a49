import type { Fold } from '../kernel/decider.js';
import type { UserEvent } from './user.events.js';

/** The e-mail of a person; empty where there is none, or none any more. */
export const emailOf: Fold<string, UserEvent> = {
  category: 'user',
  initial: '',
  evolve: (email, { type, data }) => (type === 'UserRegistered' || type === 'EmailChanged' ? data.email : email),
};
