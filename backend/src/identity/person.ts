import type { Preferences, Role, User } from '@courtly/contracts/identity';
import type { Fold } from '../kernel/decider.js';
import type { UserEvent, Waiver } from './user.events.js';

type Registered = Extract<UserEvent, { type: 'UserRegistered' }>['data'];

/** A person with an account: the state of the decider and the read model are this same fold. */
export type Person = Omit<Registered, 'role'> &
  Preferences &
  Readonly<{ homeCity: string; picture: string | null; roles: readonly Role[]; waiver: Waiver | null }>;

const nothingSaid = { homeCity: '', picture: null, skillLevel: null, surfaces: [], socialTags: [] };

/** Who has no account any more: what is left are an id, by which others' figures add up, and what was accepted when. */
const former = (person: Person): Person => ({
  ...person,
  ...{ email: '', username: 'former member', firstName: 'Former', lastName: 'member', phone: '' },
  ...nothingSaid,
  roles: [],
});

export const evolvePerson = (person: Person | null, { type, data }: UserEvent): Person | null => {
  switch (type) {
    case 'UserRegistered': {
      const { role, ...details } = data;
      return { ...details, ...nothingSaid, roles: [role], waiver: null };
    }
    case 'RoleGranted':
      return person && { ...person, roles: [...new Set([...person.roles, data.role])] };
    case 'WaiverAccepted': {
      const { version, textHash, acceptedAt } = data;
      return person && { ...person, waiver: { version, textHash, acceptedAt } };
    }
    case 'ProfileChanged':
    case 'PreferencesChanged': {
      const { changedAt: _, ...changed } = data;
      return person && { ...person, ...changed };
    }
    case 'ProfilePictureChanged':
      return person && { ...person, picture: data.picture };
    case 'EmailChanged':
      return person && { ...person, email: data.email };
    case 'AccountErasureRequested':
      return person && former(person);
    case 'AccountErased':
    case 'EmailChangeRequested':
    case 'PasswordChanged':
    case 'RegistrationAbandoned':
      return person;
  }
};

/** Who has an account, as the log tells it. */
export const person: Fold<Person | null, UserEvent> = { category: 'user', initial: null, evolve: evolvePerson };

const widestFirst: readonly Role[] = ['admin', 'host', 'owner', 'player'];

/** The one role that screens show of somebody who holds several: the widest. */
export const mainRole = ({ roles }: Pick<Person, 'roles'>): Role =>
  widestFirst.find((role) => roles.includes(role)) ?? 'player';

/** A person as that person sees it. */
export const asUser = (person: Person, membershipTier: User['membershipTier']): User => {
  const { userId, username, email, firstName, lastName, phone, registeredAt } = person;
  const { homeCity, picture, skillLevel, surfaces, socialTags } = person;
  return {
    id: userId,
    username,
    email,
    firstName,
    lastName,
    phone,
    avatar: picture,
    role: mainRole(person),
    membershipTier,
    homeCity,
    skillLevel,
    surfaces,
    socialTags,
    createdAt: registeredAt,
  };
};
