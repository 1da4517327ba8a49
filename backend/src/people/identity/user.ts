import { Preferences, SocialTag } from '@courtly/contracts/identity';
import {
  type ChangeLimits,
  type DailyChanges,
  checkDailyChanges,
  countChange,
  noChanges,
} from '../../platform/kernel/daily-changes.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { type Person, evolvePerson } from './person.js';
import type { UserEvent } from './user.events.js';

type Data<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>['data'];

/** `validSince`: an acceptance of the same version after that instant still counts. */
export type UserCommand =
  | Message<'RegisterUser', Data<'UserRegistered'>>
  | Message<'AbandonRegistration', Data<'RegistrationAbandoned'>>
  | Message<'GrantRole', Data<'RoleGranted'>>
  | Message<'RevokeRole', Data<'RoleRevoked'>>
  | Message<'Suspend', Data<'UserSuspended'>>
  | Message<'LiftSuspension', Data<'SuspensionLifted'>>
  | Message<'ChangeProfile', Data<'ProfileChanged'> & { limits: ChangeLimits }>
  | Message<'ChangePreferences', Data<'PreferencesChanged'> & { limits: ChangeLimits }>
  | Message<
      'ChangePicture',
      Pick<Data<'ProfilePictureChanged'>, 'userId' | 'picture' | 'changedAt'> & {
        limits: ChangeLimits;
      }
    >
  | Message<'ChangePassword', Data<'PasswordChanged'>>
  | Message<'RequestEmailChange', Data<'EmailChangeRequested'>>
  | Message<'ChangeEmail', Pick<Data<'EmailChanged'>, 'userId' | 'email' | 'changedAt'>>
  | Message<'AcceptWaiver', Data<'WaiverAccepted'> & { validSince: string }>
  | Message<'RequestErasure', Data<'AccountErasureRequested'>>
  | Message<'FinishErasure', Data<'AccountErased'>>;

/** The e-mail that a person wants and has not confirmed yet. */
export type WantedEmail = Readonly<Pick<Data<'EmailChangeRequested'>, 'email' | 'requestedAt'>>;

/**
 * An account: its person once registered, or a registration that was given up and can never be finished. One that is erased, or
 * about to be, is nobody's.
 */
export type Account = Readonly<{
  person: Person | null;
  abandoned: boolean;
  erasure: 'none' | 'requested' | 'done';
  wantedEmail: WantedEmail | null;
  changes: DailyChanges;
}>;

const registered = ({ person, erasure }: Account): Person => {
  if (!person || erasure !== 'none')
    throw new DomainError('not_found', 'There is no such account.');
  return person;
};

type Profile = Pick<Person, 'firstName' | 'lastName' | 'phone' | 'homeCity'>;

const sameProfile = (one: Profile, other: Profile): boolean =>
  one.firstName === other.firstName &&
  one.lastName === other.lastName &&
  one.phone === other.phone &&
  one.homeCity === other.homeCity;

/** A change of password ends it: whoever knew the old one may have asked. */
const wantedEmailAfter = (
  before: WantedEmail | null,
  { type, data }: UserEvent,
): WantedEmail | null => {
  if (type === 'EmailChangeRequested') return { email: data.email, requestedAt: data.requestedAt };
  return ['EmailChanged', 'PasswordChanged', 'AccountErasureRequested'].includes(type)
    ? null
    : before;
};

const erasureAfter = (before: Account['erasure'], { type }: UserEvent): Account['erasure'] => {
  if (type === 'AccountErasureRequested') return 'requested';
  return type === 'AccountErased' ? 'done' : before;
};

/** Each once and in the order in which all are listed, so that the same choice always reads the same. */
const inOrder = <T>(all: readonly T[], chosen: readonly T[]): T[] =>
  all.filter((one) => chosen.includes(one));

const samePreferences = (one: Preferences, other: Preferences): boolean =>
  one.skillLevel === other.skillLevel &&
  one.surfaces.join() === other.surfaces.join() &&
  one.socialTags.join() === other.socialTags.join();

const isYours = () => {
  const message = 'This is your email already.';
  return new DomainError('invalid_request', message, { fields: [{ field: 'newEmail', message }] });
};

const isSuspended = () =>
  new DomainError('wrong_status', 'This account is suspended. Lift the suspension first.', {
    status: 'suspended',
  });

/** So that admins cannot lock each other out: first one decides that somebody is no admin any more. */
const isAdmin = () =>
  new DomainError(
    'wrong_status',
    'An admin cannot be suspended. Take the role of an admin away first.',
    {
      status: 'admin',
    },
  );

/** What happens to one person's account. */
export const user: Decider<Account, UserCommand, UserEvent> = {
  category: 'user',
  initial: {
    person: null,
    abandoned: false,
    erasure: 'none',
    wantedEmail: null,
    changes: noChanges,
  },

  decide({ type, data }, account) {
    switch (type) {
      case 'RegisterUser':
        if (account.abandoned)
          throw new DomainError(
            'conflict',
            'This registration was interrupted for too long. Please send it again.',
          );
        return account.person ? [] : [{ type: 'UserRegistered', data }];
      case 'AbandonRegistration':
        return account.person || account.abandoned ? [] : [{ type: 'RegistrationAbandoned', data }];
      case 'GrantRole':
        if (data.role === 'admin' && registered(account).suspension) throw isSuspended();
        return registered(account).roles.includes(data.role) ? [] : [{ type: 'RoleGranted', data }];
      case 'RevokeRole':
        return registered(account).roles.includes(data.role) ? [{ type: 'RoleRevoked', data }] : [];
      case 'Suspend':
        if (registered(account).roles.includes('admin')) throw isAdmin();
        return registered(account).suspension ? [] : [{ type: 'UserSuspended', data }];
      case 'LiftSuspension':
        return registered(account).suspension ? [{ type: 'SuspensionLifted', data }] : [];
      case 'ChangeProfile': {
        const { limits, ...profile } = data;
        if (sameProfile(registered(account), profile)) return [];
        checkDailyChanges(account.changes, profile.changedAt, limits);
        return [{ type: 'ProfileChanged', data: profile }];
      }
      case 'ChangePreferences': {
        const { limits, ...preferences } = data;
        const surfaces = inOrder(Preferences.shape.surfaces.element.options, preferences.surfaces);
        const wanted = {
          ...preferences,
          surfaces,
          socialTags: inOrder(SocialTag.options, data.socialTags),
        };
        if (samePreferences(registered(account), wanted)) return [];
        checkDailyChanges(account.changes, wanted.changedAt, limits);
        return [{ type: 'PreferencesChanged', data: wanted }];
      }
      case 'ChangePicture': {
        const { limits, ...change } = data;
        const { picture: replaced } = registered(account);
        if (replaced === change.picture) return [];
        checkDailyChanges(account.changes, change.changedAt, limits);
        return [{ type: 'ProfilePictureChanged', data: { ...change, replaced } }];
      }
      case 'ChangePassword':
        registered(account);
        return [{ type: 'PasswordChanged', data }];
      case 'RequestEmailChange':
        if (registered(account).email === data.email) throw isYours();
        return [{ type: 'EmailChangeRequested', data }];
      case 'ChangeEmail': {
        const { email: previous } = registered(account);
        if (account.wantedEmail?.email !== data.email)
          throw new DomainError(
            'not_found',
            'This email is not asked for any more. Please ask for a new link.',
          );
        return [{ type: 'EmailChanged', data: { ...data, previous } }];
      }
      case 'AcceptWaiver': {
        const { validSince, ...acceptance } = data;
        const { waiver } = registered(account);
        const stillCounts =
          waiver?.version === acceptance.version && waiver.acceptedAt > validSince;
        return stillCounts ? [] : [{ type: 'WaiverAccepted', data: acceptance }];
      }
      case 'RequestErasure':
        if (account.erasure !== 'none') return [];
        registered(account);
        return [{ type: 'AccountErasureRequested', data }];
      case 'FinishErasure':
        return account.erasure === 'requested' ? [{ type: 'AccountErased', data }] : [];
    }
  },

  evolve: (account, event) => ({
    person: evolvePerson(account.person, event),
    abandoned: account.abandoned || event.type === 'RegistrationAbandoned',
    erasure: erasureAfter(account.erasure, event),
    wantedEmail: wantedEmailAfter(account.wantedEmail, event),
    changes:
      'changedAt' in event.data
        ? countChange(account.changes, event.data.changedAt)
        : account.changes,
  }),
};
