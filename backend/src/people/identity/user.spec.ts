import { describe, expect, it } from '@jest/globals';
import type { Preferences } from '@courtly/contracts/identity';
import { foldAll } from '../../platform/kernel/decider.js';
import { specification } from '../../../testing/specification.js';
import { asUser } from './person.js';
import { user } from './user.js';
import type { UserEvent } from './user.events.js';

const at = '2027-03-01T10:00:00.000Z';
const registration = {
  userId: 'ada',
  email: 'ada@example.test',
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Net',
  phone: '4805550123',
  role: 'player',
  registeredAt: at,
} as const;
const registered: UserEvent = { type: 'UserRegistered', data: registration };
const abandoned: UserEvent = {
  type: 'RegistrationAbandoned',
  data: { userId: 'ada', abandonedAt: at },
};
const granted = (role: 'owner' | 'host' | 'admin'): UserEvent => ({
  type: 'RoleGranted',
  data: { userId: 'ada', role, reason: 'Lists courts.', grantedAt: at },
});
const acceptance = {
  userId: 'ada',
  version: '1',
  textHash: 'hash',
  acceptedAt: at,
  userAgent: 'browser',
  ipAddress: '203.0.113.7',
};
const accepted: UserEvent = { type: 'WaiverAccepted', data: acceptance };

const register = { type: 'RegisterUser', data: registration } as const;
const abandon = { type: 'AbandonRegistration', data: { userId: 'ada', abandonedAt: at } } as const;
const grant = (role: 'owner' | 'admin') =>
  ({
    type: 'GrantRole',
    data: { userId: 'ada', role, reason: 'Lists courts.', grantedAt: at },
  }) as const;
const revoke = (role: 'host' | 'admin') =>
  ({
    type: 'RevokeRole',
    data: { userId: 'ada', role, reason: 'Hosts no more.', revokedAt: at },
  }) as const;
const revoked = (role: 'host' | 'admin'): UserEvent => ({ ...revoke(role), type: 'RoleRevoked' });
const suspend = {
  type: 'Suspend',
  data: { userId: 'ada', reason: 'Was rude.', suspendedAt: at },
} as const;
const suspended: UserEvent = { ...suspend, type: 'UserSuspended' };
const lift = {
  type: 'LiftSuspension',
  data: { userId: 'ada', reason: 'Said sorry.', liftedAt: at },
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
  changedAt: at,
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
    data: { userId: 'ada', ...preferences, ...changes, changedAt: at, limits },
  }) as const;
const preferencesChanged: UserEvent = {
  type: 'PreferencesChanged',
  data: { userId: 'ada', ...preferences, changedAt: at },
};
const given = specification(user);

describe('an account', () => {
  it('begins with a registration', () => given().when(register).then(registered));
  it('is registered once', () => given(registered).when(register).thenNothing());
  it('cannot be registered after it was given up', () =>
    given(abandoned).when(register).thenRefused('conflict'));
  it('is given up while nobody has registered', () => given().when(abandon).then(abandoned));
  it('is given up once', () => given(abandoned).when(abandon).thenNothing());
  it('is not given up after it was registered', () =>
    given(registered).when(abandon).thenNothing());
});

describe('a role', () => {
  it('is granted to a registered person', () =>
    given(registered).when(grant('admin')).then(granted('admin')));
  it('is granted once', () =>
    given(registered, granted('admin')).when(grant('admin')).thenNothing());
  it('is not granted to nobody', () => given().when(grant('admin')).thenRefused('not_found'));
  it('is taken away, once', () => {
    given(registered, granted('host')).when(revoke('host')).then(revoked('host'));
    given(registered, granted('host'), revoked('host')).when(revoke('host')).thenNothing();
    expect(foldAll(user, [registered, granted('host'), revoked('host')]).person!.roles).toEqual([
      'player',
    ]);
  });
  it('is shown as the widest of those held', () => {
    const roleAfter = (...events: UserEvent[]) =>
      asUser(foldAll(user, events).person!, 'free').role;
    expect(roleAfter(registered)).toBe('player');
    expect(roleAfter(registered, granted('host'), granted('owner'))).toBe('host');
    expect(roleAfter(registered, granted('admin'), granted('owner'))).toBe('admin');
  });
});

describe('a suspension', () => {
  it('is given once, and lifted once', () => {
    given(registered).when(suspend).then(suspended);
    given(registered, suspended).when(suspend).thenNothing();
    given(registered, suspended).when(lift).then(lifted);
    given(registered, suspended, lifted).when(lift).thenNothing();
  });
  it('is not given to nobody', () => given().when(suspend).thenRefused('not_found'));
  it('is given to no admin, and makes none of who has it', () => {
    given(registered, granted('admin')).when(suspend).thenRefused('wrong_status');
    given(registered, granted('admin'), revoked('admin')).when(suspend).then(suspended);
    given(registered, suspended).when(grant('admin')).thenRefused('wrong_status');
    given(registered, suspended).when(grant('owner')).then(granted('owner'));
  });
  it('is told with its reason while it lasts', () => {
    const after = (...events: UserEvent[]) => foldAll(user, events).person!.suspension;
    expect(after(registered, suspended)).toEqual({ since: at, reason: 'Was rude.' });
    expect(after(registered, suspended, lifted)).toBeNull();
  });
});

describe('a profile', () => {
  const moved = { homeCity: 'Phoenix', phone: '6025550100' };
  it('is changed as a whole', () =>
    given(registered).when(changeProfile(moved)).then(profileChanged(moved)));
  it('stays as it is where nothing differs', () =>
    given(registered).when(changeProfile({})).thenNothing());
  it.each([
    { firstName: 'Eda' },
    { lastName: 'Line' },
    { phone: '6025550100' },
    { homeCity: 'Mesa' },
  ])('is changed where only %o differs', (change) =>
    given(registered).when(changeProfile(change)).then(profileChanged(change)),
  );
  it('is compared with the last change, not with the registration', () => {
    given(registered, profileChanged(moved)).when(changeProfile(moved)).thenNothing();
    given(registered, profileChanged(moved)).when(changeProfile({})).then(profileChanged({}));
  });
  it('of nobody is not changed', () => given().when(changeProfile(moved)).thenRefused('not_found'));
});

describe('preferences', () => {
  it('replace those before', () =>
    given(registered).when(changePreferences({})).then(preferencesChanged));
  it('count each choice once, in whatever order it comes', () => {
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
  ])('are changed where only %o differs', (change) =>
    given(registered, preferencesChanged)
      .when(changePreferences(change))
      .then({
        type: 'PreferencesChanged',
        data: { userId: 'ada', ...preferences, ...change, changedAt: at },
      }),
  );
  it('of nobody are not changed', () =>
    given().when(changePreferences({})).thenRefused('not_found'));
  it('and the profile leave each other alone', () => {
    const { person } = foldAll(user, [
      registered,
      profileChanged({ homeCity: 'Mesa' }),
      preferencesChanged,
    ]);
    expect(asUser(person!, 'free')).toMatchObject({
      homeCity: 'Mesa',
      ...preferences,
      username: 'ada',
      role: 'player',
    });
  });
});

describe('an account that changes again and again', () => {
  const thrice = ['1', '2', '3'].map((phone) => profileChanged({ phone }));
  const tomorrow = '2027-03-02T00:00:00.000Z';

  it('is left alone once it has changed as often in a day as it may', () => {
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
  it('accepts a waiver all the same', () =>
    given(registered, ...thrice)
      .when(accept('1', at))
      .then(accepted));
  it('changes on the day after', () =>
    given(registered, ...thrice)
      .when(changeProfile({ phone: '4', changedAt: tomorrow }))
      .then(profileChanged({ phone: '4', changedAt: tomorrow })));
});

describe('a password', () => {
  const passwordChange = { userId: 'ada', proof: 'password', changedAt: at } as const;
  const change = { type: 'ChangePassword', data: passwordChange } as const;
  const changed: UserEvent = { type: 'PasswordChanged', data: passwordChange };

  it('of a registered person is changed, again and again', () => {
    given(registered).when(change).then(changed);
    given(registered, changed).when(change).then(changed);
  });
  it('of nobody is not changed', () => given().when(change).thenRefused('not_found'));
});

describe('an e-mail', () => {
  const request = { userId: 'ada', email: 'eda@example.test', requestedAt: at };
  const requested: UserEvent = { type: 'EmailChangeRequested', data: request };
  const changed: UserEvent = {
    type: 'EmailChanged',
    data: { userId: 'ada', email: 'eda@example.test', previous: 'ada@example.test', changedAt: at },
  };
  const ask = (email = request.email) =>
    ({ type: 'RequestEmailChange', data: { ...request, email } }) as const;
  const change = (email = request.email) =>
    ({ type: 'ChangeEmail', data: { userId: 'ada', email, changedAt: at } }) as const;

  it('is asked for by a registered person, again and again', () => {
    given(registered).when(ask()).then(requested);
    given(registered, requested).when(ask()).then(requested);
    given().when(ask()).thenRefused('not_found');
  });
  it('is not asked for where it is theirs', () =>
    given(registered).when(ask(registration.email)).thenRefused('invalid_request'));
  it('is changed to the one that was asked for last', () => {
    given(registered, requested).when(change()).then(changed);
    given(registered, requested).when(change('other@example.test')).thenRefused('not_found');
    expect(asUser(foldAll(user, [registered, requested, changed]).person!, 'free').email).toBe(
      'eda@example.test',
    );
  });
  it('is changed once for each time that it was asked for', () => {
    given(registered).when(change()).thenRefused('not_found');
    given(registered, requested, changed).when(change()).thenRefused('not_found');
  });
  it('is not changed after a change of password', () => {
    const password: UserEvent = {
      type: 'PasswordChanged',
      data: { userId: 'ada', proof: 'password', changedAt: at },
    };
    given(registered, requested, password).when(change()).thenRefused('not_found');
  });
});

describe('a picture', () => {
  const set = (picture: string | null) =>
    ({ type: 'ChangePicture', data: { userId: 'ada', picture, changedAt: at, limits } }) as const;
  const changed = (picture: string | null, replaced: string | null): UserEvent => ({
    type: 'ProfilePictureChanged',
    data: { userId: 'ada', picture, replaced, changedAt: at },
  });

  it('is set, replaced and removed', () => {
    given(registered).when(set('a')).then(changed('a', null));
    given(registered, changed('a', null)).when(set('b')).then(changed('b', 'a'));
    given(registered, changed('a', null)).when(set(null)).then(changed(null, 'a'));
  });
  it('is not removed where there is none', () => given(registered).when(set(null)).thenNothing());
  it('is shown as the avatar', () =>
    expect(asUser(foldAll(user, [registered, changed('a', null)]).person!, 'free').avatar).toBe(
      'a',
    ));
  it('changes as often in a day as a profile may', () =>
    given(registered, changed('a', null), changed('b', 'a'), changed('c', 'b'))
      .when(set('d'))
      .thenRefused('fair_use'));
});

describe('a waiver', () => {
  const before = '2027-02-01T00:00:00.000Z';
  it('is accepted by a registered person', () =>
    given(registered).when(accept('1', before)).then(accepted));
  it('is not accepted by nobody', () => given().when(accept('1', before)).thenRefused('not_found'));
  it('is not accepted again while it counts', () =>
    given(registered, accepted).when(accept('1', before)).thenNothing());
  it('is accepted again once it is too old', () =>
    given(registered, accepted).when(accept('1', at)).then(accepted));
  it('is accepted again in a new version', () =>
    given(registered, accepted)
      .when(accept('2', before))
      .then({ type: 'WaiverAccepted', data: { ...acceptance, version: '2' } }));
});

describe('an erasure', () => {
  const asked = { userId: 'ada', by: 'person', reference: '', requestedAt: at } as const;
  const requested: UserEvent = { type: 'AccountErasureRequested', data: asked };
  const erased: UserEvent = { type: 'AccountErased', data: { userId: 'ada', erasedAt: at } };
  const request = { type: 'RequestErasure', data: asked } as const;
  const finish = { type: 'FinishErasure', data: { userId: 'ada', erasedAt: at } } as const;

  it('is decided once, of an account that there is', () => {
    given().when(request).thenRefused('not_found');
    given(registered).when(request).then(requested);
    given(registered, requested).when(request).thenNothing();
    given(registered, requested, erased).when(request).thenNothing();
  });

  it('is finished once, and never before it was decided', () => {
    given(registered).when(finish).thenNothing();
    given(registered, requested).when(finish).then(erased);
    given(registered, requested, erased).when(finish).thenNothing();
  });

  it.each([
    ['RegisterUser', register, null],
    ['AbandonRegistration', abandon, null],
    ['GrantRole', grant('admin'), 'not_found'],
    ['ChangeProfile', changeProfile({ lastName: 'Smash' }), 'not_found'],
    ['AcceptWaiver', accept('1', at), 'not_found'],
  ] as const)('leaves nothing to %s', (_, command, code) => {
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

  it('shows a former member at once, who holds no role and wants no other e-mail', () => {
    const wanted: UserEvent = {
      type: 'EmailChangeRequested',
      data: { userId: 'ada', email: 'new@example.test', requestedAt: at },
    };
    const { person, pendingEmail: wantedEmail } = foldAll(user, [
      registered,
      granted('admin'),
      accepted,
      wanted,
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
      waiver: { version: '1', acceptedAt: at },
    });
    expect(wantedEmail).toBeNull();
  });
});
