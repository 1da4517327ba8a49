import type { User } from '@courtly/contracts/identity';

/** First and last name, else the username; an erased account has neither. */
export const fullName = ({
  firstName,
  lastName,
  username,
}: Pick<User, 'firstName' | 'lastName' | 'username'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username || 'A former member';
