import type { Account } from '@courtly/contracts/admin-users';
import type { PageAudience, Preferences, Role, User } from '@courtly/contracts/identity';
import { searchable } from '@courtly/contracts/text';
import type { LiveFold } from '../../platform/kernel/decider.js';
import { type AccountEmail, accountEmailAfter, verifiedEmailOf } from './account-email.js';
import type { EmailVerifications } from './email-verification.js';
import { type UserEvent, type Waiver, userEvents } from './user.events.js';

type RegisteredData = Extract<UserEvent, { type: 'UserRegistered' }>['data'];

/** A person with an account. The decider and the read model share this fold. */
export type Person = Omit<RegisteredData, 'role' | 'email' | 'papers'> &
  AccountEmail &
  Preferences &
  Readonly<{
    homeCity: string;
    pageAudience: PageAudience;
    picture: string | null;
    roles: readonly Role[];
    waiver: Waiver | null;
    suspension: Suspension | null;
    names: readonly string[];
  }>;

/** Instants are UTC. `until` is null if only an admin ends it. */
export type Suspension = Readonly<{
  since: string;
  reason: string;
  isReasonShown: boolean;
  until: string | null;
}>;

type NamedPerson = Readonly<{ username: string; firstName: string; lastName: string }>;

const searchNames = ({ username, firstName, lastName }: NamedPerson): string[] =>
  [username, firstName, lastName].map(searchable);

export const fullName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/**
 * Only an approved application or an admin grants the host role. Owners list courts on their own.
 */
export const hasHostApproval = ({ roles }: Pick<Person, 'roles'>): boolean =>
  roles.includes('host');

/** An approved host in good standing, who has the badge. */
export const isApprovedHost = (host: Pick<Person, 'roles' | 'suspension'>): boolean =>
  hasHostApproval(host) && host.suspension === null;

export const fullNames = (registeredPeople: readonly Person[]): ReadonlyMap<string, string> =>
  new Map(registeredPeople.map((person) => [person.userId, fullName(person)]));

/** Only opponents see times and private courts, regardless of the setting. */
const DEFAULT_AUDIENCE: PageAudience = 'everyone';

const emptyProfile = {
  homeCity: '',
  picture: null,
  skillLevel: null,
  surfaces: [],
  socialTags: [],
};

/**
 * A deleted account keeps only its id, which other people's statistics need, and its accepted
 * waiver.
 */
const formerPerson = (person: Person): Person => ({
  ...person,
  username: 'former member',
  firstName: 'Former',
  lastName: 'member',
  phone: '',
  ...emptyProfile,
  roles: [],
  names: [],
});

const suspensionOf = ({
  suspendedAt: since,
  reason,
  isReasonShown,
  until,
}: Extract<UserEvent, { type: 'UserSuspended' }>['data']): Suspension => ({
  since,
  reason,
  isReasonShown,
  until,
});

export const evolvePerson = (person: Person | null, event: UserEvent): Person | null => {
  const { type, data } = event;
  switch (type) {
    case 'UserRegistered': {
      const { role, papers: _, ...registeredDetails } = data;
      return {
        ...registeredDetails,
        isEmailProven: false,
        ...emptyProfile,
        pageAudience: DEFAULT_AUDIENCE,
        roles: [role],
        waiver: null,
        suspension: null,
        names: searchNames(registeredDetails),
      };
    }
    case 'RoleGranted':
      return person && { ...person, roles: [...new Set([...person.roles, data.role])] };
    case 'RoleRevoked':
      return person && { ...person, roles: person.roles.filter((role) => role !== data.role) };
    case 'UserSuspended':
      return person && { ...person, suspension: suspensionOf(data) };
    case 'SuspensionLifted':
      return person && { ...person, suspension: null };
    case 'WaiverAccepted': {
      const { version, textHash, acceptedAt } = data;
      return person && { ...person, waiver: { version, textHash, acceptedAt } };
    }
    case 'ProfileChanged': {
      const { changedAt: _, ...changedFields } = data;
      return (
        person && {
          ...person,
          ...changedFields,
          names: searchNames({ ...person, ...changedFields }),
        }
      );
    }
    case 'PreferencesChanged': {
      const { changedAt: _, ...changedFields } = data;
      return person && { ...person, ...changedFields };
    }
    case 'PrivacyChanged':
      return person && { ...person, pageAudience: data.pageAudience };
    case 'ProfilePictureChanged':
      return person && { ...person, picture: data.picture };
    case 'EmailChanged':
    case 'PasswordChanged':
      return person && { ...person, ...accountEmailAfter(person, event) };
    case 'AccountErasureRequested':
      return person && { ...formerPerson(person), ...accountEmailAfter(person, event) };
    case 'AccountErased':
    case 'EmailChangeRequested':
    case 'RegistrationAbandoned':
      return person;
  }
};

export const person: LiveFold<Person | null, UserEvent> = {
  category: 'user',
  liveEvents: userEvents,
  initial: null,
  evolve: evolvePerson,
};

const rolesByPrecedence: readonly Role[] = ['admin', 'host', 'owner', 'player'];

/** The role with the most permissions, which is the only one that screens show. */
export const displayedRole = ({ roles }: Pick<Person, 'roles'>): Role =>
  rolesByPrecedence.find((role) => roles.includes(role)) ?? 'player';

/** The response contract decides which of the other fields are sent. */
export const asUser = (
  person: Person,
  membershipTier: User['membershipTier'],
  verifications: EmailVerifications,
): User => ({
  ...person,
  id: person.userId,
  avatar: person.picture,
  role: displayedRole(person),
  isEmailVerified: verifiedEmailOf(person, verifications) !== null,
  membershipTier,
  createdAt: person.registeredAt,
});

export const accountView = (person: Person): Account => ({
  ...person,
  id: person.userId,
  roles: [...person.roles],
  createdAt: person.registeredAt,
});
