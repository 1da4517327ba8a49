import type { User } from '@courtly/contracts/identity';

/** Marks that turn the direction of the text around them. */
const bidiMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** First and last name, else the username; an erased account has neither. */
export const fullName = ({
  firstName,
  lastName,
  username,
}: Pick<User, 'firstName' | 'lastName' | 'username'>): string =>
  [firstName, lastName].filter(Boolean).join(' ').replace(bidiMarks, '').trim() ||
  username ||
  'A former member';
