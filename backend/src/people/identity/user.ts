import { Preferences, SocialTag } from '@courtly/contracts/identity';
import {
  type ChangeLimits,
  type DailyChanges,
  checkDailyChanges,
  countChange,
  noChanges,
} from '../../platform/kernel/daily-changes.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { type Person, evolvePerson } from './person.js';
import type { UserEvent } from './user.events.js';

type EventData<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>['data'];

/** Acceptances of the same version after `validSince` still count. */
export type UserCommand =
  | Message<'RegisterUser', EventData<'UserRegistered'>>
  | Message<'AbandonRegistration', EventData<'RegistrationAbandoned'>>
  | Message<'GrantRole', EventData<'RoleGranted'>>
  | Message<'RevokeRole', EventData<'RoleRevoked'>>
  | Message<'Suspend', EventData<'UserSuspended'>>
  | Message<'LiftSuspension', EventData<'SuspensionLifted'>>
  | Message<'ChangeProfile', EventData<'ProfileChanged'> & { limits: ChangeLimits }>
  | Message<'ChangePreferences', EventData<'PreferencesChanged'> & { limits: ChangeLimits }>
  | Message<'ChangePrivacy', EventData<'PrivacyChanged'> & { limits: ChangeLimits }>
  | Message<
      'ChangePicture',
      Pick<EventData<'ProfilePictureChanged'>, 'userId' | 'picture' | 'changedAt'> & {
        limits: ChangeLimits;
      }
    >
  | Message<'ChangePassword', EventData<'PasswordChanged'>>
  | Message<'RequestEmailChange', EventData<'EmailChangeRequested'>>
  | Message<'ChangeEmail', Pick<EventData<'EmailChanged'>, 'userId' | 'email' | 'changedAt'>>
  | Message<'AcceptWaiver', EventData<'WaiverAccepted'> & { validSince: string }>
  | Message<'RequestErasure', EventData<'AccountErasureRequested'>>
  | Message<'FinishErasure', EventData<'AccountErased'>>;

export type PendingEmail = Readonly<
  Pick<EventData<'EmailChangeRequested'>, 'email' | 'requestedAt'>
>;

/** A registered person, an abandoned registration, or an account that is being erased. */
export type Account = Readonly<{
  person: Person | null;
  abandoned: boolean;
  erasure: 'none' | 'requested' | 'done';
  pendingEmail: PendingEmail | null;
  changes: DailyChanges;
}>;

const requireRegistered = ({ person, erasure }: Account): Person => {
  if (!person || erasure !== 'none') throw notFound('account');
  return person;
};

type Profile = Pick<Person, 'firstName' | 'lastName' | 'phone' | 'homeCity'>;

const sameProfile = (first: Profile, second: Profile): boolean =>
  first.firstName === second.firstName &&
  first.lastName === second.lastName &&
  first.phone === second.phone &&
  first.homeCity === second.homeCity;

/**
 * A password change cancels the pending email, because anyone with the old password may have
 * requested it.
 */
const pendingEmailAfter = (currentEmail: PendingEmail | null, { type, data }: UserEvent) => {
  if (type === 'EmailChangeRequested') return { email: data.email, requestedAt: data.requestedAt };
  return ['EmailChanged', 'PasswordChanged', 'AccountErasureRequested'].includes(type)
    ? null
    : currentEmail;
};

const erasureAfter = (currentErasure: Account['erasure'], { type }: UserEvent) => {
  if (type === 'AccountErasureRequested') return 'requested';
  return type === 'AccountErased' ? 'done' : currentErasure;
};

/** Sorts a selection in the order of the options, so that equal selections compare as equal. */
const inListedOrder = <T>(options: readonly T[], selection: readonly T[]): T[] =>
  options.filter((option) => selection.includes(option));

const samePreferences = (first: Preferences, second: Preferences): boolean =>
  first.skillLevel === second.skillLevel &&
  first.surfaces.join() === second.surfaces.join() &&
  first.socialTags.join() === second.socialTags.join();

const emailUnchanged = () => {
  const message = 'This is already your email.';
  return new DomainError('invalid_request', message, { fields: [{ field: 'newEmail', message }] });
};

const suspendedRefusal = () =>
  new DomainError('wrong_status', 'This account is suspended. Lift the suspension first.', {
    status: 'suspended',
  });

/** Keeps admins from locking each other out. An admin's role must be revoked first. */
const adminRefusal = () =>
  new DomainError('wrong_status', "An admin can't be suspended. Remove the admin role first.", {
    status: 'admin',
  });

export const user: Decider<Account, UserCommand, UserEvent> = {
  category: 'user',
  initial: {
    person: null,
    abandoned: false,
    erasure: 'none',
    pendingEmail: null,
    changes: noChanges,
  },

  decide({ type, data }, userAccount) {
    switch (type) {
      case 'RegisterUser':
        if (userAccount.abandoned)
          throw new DomainError('conflict', 'Your registration timed out. Please register again.');
        return userAccount.person ? [] : [{ type: 'UserRegistered', data }];
      case 'AbandonRegistration':
        return userAccount.person || userAccount.abandoned
          ? []
          : [{ type: 'RegistrationAbandoned', data }];
      case 'GrantRole':
        if (data.role === 'admin' && requireRegistered(userAccount).suspension)
          throw suspendedRefusal();
        return requireRegistered(userAccount).roles.includes(data.role)
          ? []
          : [{ type: 'RoleGranted', data }];
      case 'RevokeRole':
        return requireRegistered(userAccount).roles.includes(data.role)
          ? [{ type: 'RoleRevoked', data }]
          : [];
      case 'Suspend':
        if (requireRegistered(userAccount).roles.includes('admin')) throw adminRefusal();
        return requireRegistered(userAccount).suspension ? [] : [{ type: 'UserSuspended', data }];
      case 'LiftSuspension':
        return requireRegistered(userAccount).suspension
          ? [{ type: 'SuspensionLifted', data }]
          : [];
      case 'ChangeProfile': {
        const { limits, ...profile } = data;
        if (sameProfile(requireRegistered(userAccount), profile)) return [];
        checkDailyChanges(userAccount.changes, profile.changedAt, limits);
        return [{ type: 'ProfileChanged', data: profile }];
      }
      case 'ChangePreferences': {
        const { limits, ...preferences } = data;
        const surfaces = inListedOrder(
          Preferences.shape.surfaces.element.options,
          preferences.surfaces,
        );
        const sortedPreferences = {
          ...preferences,
          surfaces,
          socialTags: inListedOrder(SocialTag.options, data.socialTags),
        };
        if (samePreferences(requireRegistered(userAccount), sortedPreferences)) return [];
        checkDailyChanges(userAccount.changes, sortedPreferences.changedAt, limits);
        return [{ type: 'PreferencesChanged', data: sortedPreferences }];
      }
      case 'ChangePrivacy': {
        const { limits, ...privacyChange } = data;
        if (requireRegistered(userAccount).pageAudience === privacyChange.pageAudience) return [];
        checkDailyChanges(userAccount.changes, privacyChange.changedAt, limits);
        return [{ type: 'PrivacyChanged', data: privacyChange }];
      }
      case 'ChangePicture': {
        const { limits, ...pictureChange } = data;
        const { picture: replaced } = requireRegistered(userAccount);
        if (replaced === pictureChange.picture) return [];
        checkDailyChanges(userAccount.changes, pictureChange.changedAt, limits);
        return [{ type: 'ProfilePictureChanged', data: { ...pictureChange, replaced } }];
      }
      case 'ChangePassword':
        requireRegistered(userAccount);
        return [{ type: 'PasswordChanged', data }];
      case 'RequestEmailChange':
        if (requireRegistered(userAccount).email === data.email) throw emailUnchanged();
        return [{ type: 'EmailChangeRequested', data }];
      case 'ChangeEmail': {
        const { email: previous } = requireRegistered(userAccount);
        if (userAccount.pendingEmail?.email !== data.email)
          throw new DomainError(
            'not_found',
            'This change of email is no longer pending. Please request a new link.',
          );
        return [{ type: 'EmailChanged', data: { ...data, previous } }];
      }
      case 'AcceptWaiver': {
        const { validSince, ...acceptance } = data;
        const { waiver } = requireRegistered(userAccount);
        const stillCounts =
          waiver?.version === acceptance.version && waiver.acceptedAt > validSince;
        return stillCounts ? [] : [{ type: 'WaiverAccepted', data: acceptance }];
      }
      case 'RequestErasure':
        if (userAccount.erasure !== 'none') return [];
        requireRegistered(userAccount);
        return [{ type: 'AccountErasureRequested', data }];
      case 'FinishErasure':
        return userAccount.erasure === 'requested' ? [{ type: 'AccountErased', data }] : [];
    }
  },

  evolve: (userAccount, event) => ({
    person: evolvePerson(userAccount.person, event),
    abandoned: userAccount.abandoned || event.type === 'RegistrationAbandoned',
    erasure: erasureAfter(userAccount.erasure, event),
    pendingEmail: pendingEmailAfter(userAccount.pendingEmail, event),
    changes:
      'changedAt' in event.data
        ? countChange(userAccount.changes, event.data.changedAt)
        : userAccount.changes,
  }),
};
