import type { Account } from '@courtly/contracts/admin-users';
import type { Person } from '../person.js';

export const accountView = (person: Person): Account => {
  const { userId, username, email, firstName, lastName, roles, registeredAt, suspension } = person;
  return {
    id: userId,
    username,
    email,
    firstName,
    lastName,
    suspension,
    roles: [...roles],
    createdAt: registeredAt,
  };
};
