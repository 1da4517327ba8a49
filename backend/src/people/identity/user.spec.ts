import { describe, expect, it } from '@jest/globals';
import type { Preferences } from '@courtly/contracts/identity';
import { foldAll } from '../../platform/kernel/decider.js';
import { specification } from '../../../testing/specification.js';
import { asUser } from './person.js';
import { user } from './user.js';
import type { UserEvent } from './user.events.js';

const recordedAt = '2027-03-01T10:00:00.000Z';
const registration = {
  userId: 'ada',
  email: 'ada@example.test',
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Net',
  phone: '4805550123',
  role: 'player',
  registeredAt: recordedAt,
} as const;
const registered: UserEvent = { type: 'UserRegistered', data: registration };
const abandoned: UserEvent = {
  type: 'RegistrationAbandoned',
  data: { userId: 'ada', abandonedAt: recordedAt },
};
const granted = (role: 'owner' | 'host' | 'admin'): UserEvent => ({
  type: 'RoleGranted',
  data: { userId: 'ada', role, reason: 'Lists courts.', grantedAt: recordedAt },
});
const acceptance = {
  userId: 'ada',
  version: '1',
  textHash: 'hash',
  acceptedAt: recordedAt,
  userAgent: 'browser',
  ipAddress: '203.0.113.7',
};
const accepted: UserEvent = { type: 'WaiverAccepted', data: acceptance };

const register = { type: 'RegisterUser', data: registration } as const;
const abandon = {
  type: 'AbandonRegistration',
  data: { userId: 'ada', abandonedAt: recordedAt },
} as const;
const grant = (role: 'owner' | 'admin') =>
  ({
    type: 'GrantRole',
    data: { userId: 'ada', role, reason: 'Lists courts.', grantedAt: recordedAt },
  }) as const;
const revoke = (role: 'host' | 'admin') =>
  ({
    type: 'RevokeRole',
    data: { userId: 'ada', role, reason: 'No longer hosts.', revokedAt: recordedAt },
  }) as const;
const revoked = (role: 'host' | 'admin'): UserEvent => ({ ...revoke(role), type: 'RoleRevoked' });
const suspend = {
  type: 'Suspend',
  data: {
    userId: 'ada',
    reason: 'Was rude.',
    isReasonShown: true,
    until: null,
    suspendedAt: recordedAt,
  },
} as const;
const suspended: UserEvent = { ...suspend, type: 'UserSuspended' };
const lift = {
  type: 'LiftSuspension',
  data: { userId: 'ada', reason: 'Said sorry.', liftedAt: recordedAt },
} as const;
const lifted: UserEvent = { ...lift, type: 'SuspensionLifted' };
const accept = (version: string, validSince: string) =>
  ({ type: 'AcceptWaiver', data: { ...acceptance, version, validSince } }) as const;
const limits = { changesPerDay: 3 };
const profile = {
  userId: 'ada',
  firstName: 'Ada',
  lastName: 'Net',
  phone: '4805550123',
  homeCity: '',
  changedAt: recordedAt,
};
const changeProfile = (changes: Partial<typeof profile>) =>
  ({ type: 'ChangeProfile', data: { ...profile, ...changes, limits } }) as const;
const profileChanged = (changes: Partial<typeof profile>): UserEvent => ({
  type: 'ProfileChanged',
  data: { ...profile, ...changes },
});
const preferences: Preferences = {
  skillLevel: '4.0',
  surfaces: ['clay', 'grass'],
  socialTags: ['doubles', 'weekends'],
};
const changePreferences = (changes: Partial<Preferences>) =>
  ({
    type: 'ChangePreferences',
    data: { userId: 'ada', ...preferences, ...changes, changedAt: recordedAt, limits },
  }) as const;
const preferencesChanged: UserEvent = {
  type: 'PreferencesChanged',
  data: { userId: 'ada', ...preferences, changedAt: recordedAt },
};
const given = specification(user);

describe('an account', () => {
  it('starts with a registration', () => given().when(register).then(registered));
  it('registers once', () => given(registered).when(register).thenNothing());
  it('cannot be registered after it was abandoned', () =>
    given(abandoned).when(register).thenRefused('conflict'));
  it('can be abandoned before registration', () => given().when(abandon).then(abandoned));
  it('records its abandonment once', () => given(abandoned).when(abandon).thenNothing());
  it('cannot be abandoned after registration', () => given(registered).when(abandon).thenNothing());
});

describe('a role', () => {
  it('is granted to a registered user', () =>
    given(registered).when(grant('admin')).then(granted('admin')));
  it('is recorded once when granted', () =>
    given(registered, granted('admin')).when(grant('admin')).thenNothing());
  it('cannot be granted without an account', () =>
    given().when(grant('admin')).thenRefused('not_found'));
  it('is recorded once when revoked', () => {
    given(registered, granted('host')).when(revoke('host')).then(revoked('host'));
    given(registered, granted('host'), revoked('host')).when(revoke('host')).thenNothing();
    expect(foldAll(user, [registered, granted('host'), revoked('host')]).person!.roles).toEqual([
      'player',
    ]);
  });
  it('is shown on the account if it has the most permissions', () => {
    const roleAfter = (...events: UserEvent[]) =>
      asUser(foldAll(user, events).person!, 'free', new Set()).role;
    expect(roleAfter(registered)).toBe('player');
    expect(roleAfter(registered, granted('host'), granted('owner'))).toBe('host');
    expect(roleAfter(registered, granted('admin'), granted('owner'))).toBe('admin');
  });
});

describe('a suspension', () => {
  it('records its start once and its end once', () => {
    given(registered).when(suspend).then(suspended);
    given(registered, suspended).when(suspend).thenNothing();
    given(registered, suspended).when(lift).then(lifted);
    given(registered, suspended, lifted).when(lift).thenNothing();
  });
  it('cannot be recorded without an account', () => given().when(suspend).thenRefused('not_found'));
  it('excludes admins, and keeps suspended users from becoming admins', () => {
    given(registered, granted('admin')).when(suspend).thenRefused('wrong_status');
    given(registered, granted('admin'), revoked('admin')).when(suspend).then(suspended);
    given(registered, suspended).when(grant('admin')).thenRefused('wrong_status');
    given(registered, suspended).when(grant('owner')).then(granted('owner'));
  });
  it('shows its reason while it lasts', () => {
    const after = (...events: UserEvent[]) => foldAll(user, events).person!.suspension;
    expect(after(registered, suspended)).toEqual({
      since: recordedAt,
      reason: 'Was rude.',
      isReasonShown: true,
      until: null,
    });
    expect(after(registered, suspended, lifted)).toBeNull();
  });
});

describe('a profile', () => {
  const movedProfile = { homeCity: 'Phoenix', phone: '6025550100' };
  it('changes as a whole', () =>
    given(registered).when(changeProfile(movedProfile)).then(profileChanged(movedProfile)));
  it('records nothing if nothing differs', () =>
    given(registered).when(changeProfile({})).thenNothing());
  it.each([
    { firstName: 'Eda' },
    { lastName: 'Line' },
    { phone: '6025550100' },
    { homeCity: 'Mesa' },
  ])('changes if only %o differs', (change) =>
    given(registered).when(changeProfile(change)).then(profileChanged(change)),
  );
  it('is compared with the last change, not with the registration', () => {
    given(registered, profileChanged(movedProfile)).when(changeProfile(movedProfile)).thenNothing();
    given(registered, profileChanged(movedProfile))
      .when(changeProfile({}))
      .then(profileChanged({}));
  });
  it('cannot change without an account', () =>
    given().when(changeProfile(movedProfile)).thenRefused('not_found'));
});

describe('preferences', () => {
  it('replace the previous ones', () =>
    given(registered).when(changePreferences({})).then(preferencesChanged));
  it('record each choice once, in any order', () => {
    const mixed = changePreferences({
      surfaces: ['grass', 'clay', 'clay'],
      socialTags: ['weekends', 'doubles'],
    });
    given(registered).when(mixed).then(preferencesChanged);
    given(registered, preferencesChanged).when(mixed).thenNothing();
  });
  it.each<Partial<Preferences>>([
    { skillLevel: null },
    { surfaces: [] },
    { socialTags: ['doubles'] },
  ])('change if only %o differs', (change) =>
    given(registered, preferencesChanged)
      .when(changePreferences(change))
      .then({
        type: 'PreferencesChanged',
        data: { userId: 'ada', ...preferences, ...change, changedAt: recordedAt },
      }),
  );
  it('cannot change without an account', () =>
    given().when(changePreferences({})).thenRefused('not_found'));
  it('and the profile change independently', () => {
    const { person } = foldAll(user, [
      registered,
      profileChanged({ homeCity: 'Mesa' }),
      preferencesChanged,
    ]);
    expect(asUser(person!, 'free', new Set())).toMatchObject({
      homeCity: 'Mesa',
      ...preferences,
      username: 'ada',
      role: 'player',
    });
  });
});

describe('the privacy of a player page', () => {
  const change = (pageAudience: 'everyone' | 'opponents' | 'only_me') =>
    ({
      type: 'ChangePrivacy',
      data: { userId: 'ada', pageAudience, changedAt: recordedAt, limits },
    }) as const;
  const changed = (pageAudience: 'everyone' | 'opponents' | 'only_me'): UserEvent => ({
    type: 'PrivacyChanged',
    data: { userId: 'ada', pageAudience, changedAt: recordedAt },
  });
  it('records a change once', () => {
    given(registered).when(change('opponents')).then(changed('opponents'));
    given(registered, changed('only_me')).when(change('only_me')).thenNothing();
  });
  it('is open to everyone signed in by default', () => {
    given(registered).when(change('everyone')).thenNothing();
    expect(foldAll(user, [registered]).person!.pageAudience).toBe('everyone');
    expect(foldAll(user, [registered, changed('only_me')]).person!.pageAudience).toBe('only_me');
  });
  it('cannot change without an account', () =>
    given().when(change('only_me')).thenRefused('not_found'));
});

describe('an account that changes often', () => {
  const thrice = ['1', '2', '3'].map((phone) => profileChanged({ phone }));
  const tomorrow = '2027-03-02T00:00:00.000Z';

  it('refuses more changes after the daily limit', () => {
    given(registered, ...thrice)
      .when(changeProfile({ phone: '4' }))
      .thenRefused('fair_use');
    given(registered, ...thrice)
      .when(changePreferences({}))
      .thenRefused('fair_use');
    given(registered, ...thrice)
      .when(changeProfile({ phone: '3' }))
      .thenNothing();
  });
  it('still accepts a waiver', () =>
    given(registered, ...thrice)
      .when(accept('1', recordedAt))
      .then(accepted));
  it('can change again the next day', () =>
    given(registered, ...thrice)
      .when(changeProfile({ phone: '4', changedAt: tomorrow }))
      .then(profileChanged({ phone: '4', changedAt: tomorrow })));
});

describe('a password', () => {
  const passwordChange = { userId: 'ada', proof: 'password', changedAt: recordedAt } as const;
  const change = { type: 'ChangePassword', data: passwordChange } as const;
  const changed: UserEvent = { type: 'PasswordChanged', data: passwordChange };

  it('can be changed several times', () => {
    given(registered).when(change).then(changed);
    given(registered, changed).when(change).then(changed);
  });
  it('cannot change without an account', () => given().when(change).thenRefused('not_found'));
});

describe('an email change', () => {
  const request = { userId: 'ada', email: 'eda@example.test', requestedAt: recordedAt };
  const requested: UserEvent = { type: 'EmailChangeRequested', data: request };
  const changed: UserEvent = {
    type: 'EmailChanged',
    data: {
      userId: 'ada',
      email: 'eda@example.test',
      previous: 'ada@example.test',
      changedAt: recordedAt,
    },
  };
  const ask = (email = request.email) =>
    ({ type: 'RequestEmailChange', data: { ...request, email } }) as const;
  const change = (email = request.email) =>
    ({ type: 'ChangeEmail', data: { userId: 'ada', email, changedAt: recordedAt } }) as const;

  it('can be requested several times', () => {
    given(registered).when(ask()).then(requested);
    given(registered, requested).when(ask()).then(requested);
    given().when(ask()).thenRefused('not_found');
  });
  it('cannot be requested for the current email', () =>
    given(registered).when(ask(registration.email)).thenRefused('invalid_request'));
  it('applies the email that was requested last', () => {
    given(registered, requested).when(change()).then(changed);
    given(registered, requested).when(change('other@example.test')).thenRefused('not_found');
    expect(
      asUser(foldAll(user, [registered, requested, changed]).person!, 'free', new Set()).email,
    ).toBe('eda@example.test');
  });
  it('happens once per request', () => {
    given(registered).when(change()).thenRefused('not_found');
    given(registered, requested, changed).when(change()).thenRefused('not_found');
  });
  it('is refused after a change of password', () => {
    const password: UserEvent = {
      type: 'PasswordChanged',
      data: { userId: 'ada', proof: 'password', changedAt: recordedAt },
    };
    given(registered, requested, password).when(change()).thenRefused('not_found');
  });
});

describe('a picture', () => {
  const set = (picture: string | null) =>
    ({
      type: 'ChangePicture',
      data: { userId: 'ada', picture, changedAt: recordedAt, limits },
    }) as const;
  const changed = (picture: string | null, replaced: string | null): UserEvent => ({
    type: 'ProfilePictureChanged',
    data: { userId: 'ada', picture, replaced, changedAt: recordedAt },
  });

  it('can be set, replaced, and removed', () => {
    given(registered).when(set('a')).then(changed('a', null));
    given(registered, changed('a', null)).when(set('b')).then(changed('b', 'a'));
    given(registered, changed('a', null)).when(set(null)).then(changed(null, 'a'));
  });
  it('cannot be removed if there is none', () => given(registered).when(set(null)).thenNothing());
  it('appears as the avatar', () =>
    expect(
      asUser(foldAll(user, [registered, changed('a', null)]).person!, 'free', new Set()).avatar,
    ).toBe('a'));
  it('shares the daily limit of profile changes', () =>
    given(registered, changed('a', null), changed('b', 'a'), changed('c', 'b'))
      .when(set('d'))
      .thenRefused('fair_use'));
});

describe('a waiver', () => {
  const previousInstant = '2027-02-01T00:00:00.000Z';
  it('records the acceptance of a registered user', () =>
    given(registered).when(accept('1', previousInstant)).then(accepted));
  it('cannot be accepted without an account', () =>
    given().when(accept('1', previousInstant)).thenRefused('not_found'));
  it('records nothing while an acceptance counts', () =>
    given(registered, accepted).when(accept('1', previousInstant)).thenNothing());
  it('can be accepted again once it has expired', () =>
    given(registered, accepted).when(accept('1', recordedAt)).then(accepted));
  it('can be accepted again in a new version', () =>
    given(registered, accepted)
      .when(accept('2', previousInstant))
      .then({ type: 'WaiverAccepted', data: { ...acceptance, version: '2' } }));
});

describe('an erasure', () => {
  const erasureRequest = {
    userId: 'ada',
    by: 'person',
    reference: '',
    requestedAt: recordedAt,
  } as const;
  const requested: UserEvent = { type: 'AccountErasureRequested', data: erasureRequest };
  const erased: UserEvent = {
    type: 'AccountErased',
    data: { userId: 'ada', erasedAt: recordedAt },
  };
  const request = { type: 'RequestErasure', data: erasureRequest } as const;
  const finish = { type: 'FinishErasure', data: { userId: 'ada', erasedAt: recordedAt } } as const;

  it('records one request for an existing account', () => {
    given().when(request).thenRefused('not_found');
    given(registered).when(request).then(requested);
    given(registered, requested).when(request).thenNothing();
    given(registered, requested, erased).when(request).thenNothing();
  });

  it('finishes once, and only after a request', () => {
    given(registered).when(finish).thenNothing();
    given(registered, requested).when(finish).then(erased);
    given(registered, requested, erased).when(finish).thenNothing();
  });

  it.each([
    ['RegisterUser', register, null],
    ['AbandonRegistration', abandon, null],
    ['GrantRole', grant('admin'), 'not_found'],
    ['ChangeProfile', changeProfile({ lastName: 'Smash' }), 'not_found'],
    ['AcceptWaiver', accept('1', recordedAt), 'not_found'],
  ] as const)('leaves no account for %s', (_, command, code) => {
    for (const after of [[requested], [requested, erased]])
      if (code)
        given(registered, ...after)
          .when(command)
          .thenRefused(code);
      else
        given(registered, ...after)
          .when(command)
          .thenNothing();
  });

  it('immediately shows a former member without roles or a pending email', () => {
    const emailRequested: UserEvent = {
      type: 'EmailChangeRequested',
      data: { userId: 'ada', email: 'new@example.test', requestedAt: recordedAt },
    };
    const { person, pendingEmail } = foldAll(user, [
      registered,
      granted('admin'),
      accepted,
      emailRequested,
      requested,
    ]);
    expect(person).toMatchObject({
      email: '',
      username: 'former member',
      firstName: 'Former',
      lastName: 'member',
      phone: '',
      homeCity: '',
      picture: null,
      skillLevel: null,
      surfaces: [],
      socialTags: [],
      roles: [],
      waiver: { version: '1', acceptedAt: recordedAt },
    });
    expect(pendingEmail).toBeNull();
  });
});
