import type { Person } from '../../people/identity/person.js';

/** The fields of people that a table reads. */
export const listedFields = {
  userId: 1,
  email: 1,
  homeCity: 1,
  isEmailProven: 1,
  suspension: 1,
  pageAudience: 1,
  roles: 1,
} as const;

export type ListedPerson = Pick<Person, keyof typeof listedFields>;

/** Whether rankings show a person. An erased email is never proven. */
export const isListed = ({
  isEmailProven,
  suspension,
}: Pick<Person, 'isEmailProven' | 'suspension'>): boolean => isEmailProven && suspension === null;
