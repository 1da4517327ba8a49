import { expect, it } from '@jest/globals';
import type { Preferences } from '@courtly/contracts/identity';
import { fold, inStream } from '../../../testing/projection.js';
import { people } from './people.projection.js';
import type { EmailVerificationEvent } from './email-verification.events.js';
import type { UserEvent } from './user.events.js';

const recordedAt = '2027-03-01T10:00:00.000Z';
const names = {
  email: 'ada@example.test',
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Net',
  phone: '4805550123',
};
const registered: UserEvent = {
  type: 'UserRegistered',
  data: { userId: 'ada', ...names, role: 'player', registeredAt: recordedAt },
};
const granted: UserEvent = {
  type: 'RoleGranted',
  data: { userId: 'ada', role: 'owner', reason: '', grantedAt: recordedAt },
};
const accepted: UserEvent = {
  type: 'WaiverAccepted',
  data: {
    userId: 'ada',
    version: '1',
    textHash: 'hash',
    acceptedAt: recordedAt,
    userAgent: 'browser',
    ipAddress: '::1',
  },
};
const documentAfter = (...events: (UserEvent | EmailVerificationEvent)[]) =>
  fold(people, ...inStream('user-ada', ...events)).get('ada');

it('shows a person by id with all roles', () => {
  expect(documentAfter(registered, granted)).toEqual({
    userId: 'ada',
    ...names,
    homeCity: '',
    picture: null,
    skillLevel: null,
    surfaces: [],
    socialTags: [],
    pageAudience: 'everyone',
    roles: ['player', 'owner'],
    registeredAt: recordedAt,
    waiver: null,
    suspension: null,
    isEmailProven: false,
    names: ['ada', 'ada', 'net'],
  });
});

it('shows whether the current email is verified', () => {
  const verified = (email: string): EmailVerificationEvent => ({
    type: 'EmailVerified',
    data: { userId: 'ada', email, proof: 'verification', verifiedAt: recordedAt },
  });
  const isProvenAfter = (...verifications: EmailVerificationEvent[]) =>
    documentAfter(registered, ...verifications)?.isEmailProven;
  expect(isProvenAfter()).toBe(false);
  expect(isProvenAfter(verified('earlier@example.test'))).toBe(false);
  expect(isProvenAfter(verified(names.email))).toBe(true);
});

it('shows the accepted waiver without browser and address', () => {
  const document = documentAfter(registered, accepted);
  expect(document?.waiver).toEqual({ version: '1', textHash: 'hash', acceptedAt: recordedAt });
});

it('shows the latest profile and preferences', () => {
  const profile = { firstName: 'Eda', lastName: 'Line', phone: '6025550100', homeCity: 'Mesa' };
  const preferences: Preferences = {
    skillLevel: '4.0',
    surfaces: ['clay'],
    socialTags: ['doubles'],
  };
  const document = documentAfter(
    registered,
    { type: 'ProfileChanged', data: { userId: 'ada', ...profile, changedAt: recordedAt } },
    { type: 'PreferencesChanged', data: { userId: 'ada', ...preferences, changedAt: recordedAt } },
  );
  expect(document).toEqual({
    ...documentAfter(registered),
    ...profile,
    ...preferences,
    names: ['ada', 'eda', 'line'],
  });
});

it('lists the names of a person without accents, and none after an erasure', () => {
  const profile = { firstName: 'Zoë', lastName: 'O’Đorđević', phone: '', homeCity: '' };
  const renamed: UserEvent = {
    type: 'ProfileChanged',
    data: { userId: 'ada', ...profile, changedAt: recordedAt },
  };
  const erasure: UserEvent = {
    type: 'AccountErasureRequested',
    data: { userId: 'ada', by: 'person', reference: 'r1', requestedAt: recordedAt },
  };
  expect(documentAfter(registered, renamed)?.names).toEqual(['ada', 'zoe', "o'dordevic"]);
  expect(documentAfter(registered, renamed, erasure)?.names).toEqual([]);
});

it('omits people without a registration', () => expect(documentAfter(granted)).toBeUndefined());
