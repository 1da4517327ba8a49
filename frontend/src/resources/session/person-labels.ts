import type { User } from '@courtly/contracts/identity';

/** Control characters that change the direction of the text around them. */
const bidiMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The first and last name, or the username. Erased accounts have no names. */
export const fullName = ({
  firstName,
  lastName,
  username,
}: Pick<User, 'firstName' | 'lastName' | 'username'>): string =>
  [firstName, lastName].filter(Boolean).join(' ').replace(bidiMarks, '').trim() ||
  username ||
  'A former member';
