import { expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import { accountNames } from './account-names.js';
import type { UserEvent } from './user.events.js';

const recordedAt = '2027-03-01T10:00:00.000Z';
const registered = (email: string, username: string): UserEvent => ({
  type: 'UserRegistered',
  data: {
    userId: 'ada',
    email,
    username,
    firstName: 'Ada',
    lastName: 'Net',
    phone: '',
    role: 'player',
    registeredAt: recordedAt,
  },
});
const requestedEmail = (email: string): UserEvent => ({
  type: 'EmailChangeRequested',
  data: { userId: 'ada', email, requestedAt: recordedAt },
});
const changed = (email: string, previous: string): UserEvent => ({
  type: 'EmailChanged',
  data: { userId: 'ada', email, previous, changedAt: recordedAt },
});
const reset: UserEvent = {
  type: 'PasswordChanged',
  data: { userId: 'ada', proof: 'mail', changedAt: recordedAt },
};

it('collects all names of an account and lists unconfirmed emails separately', () =>
  expect(
    foldAll(accountNames, [
      registered('a@x.test', 'ada'),
      requestedEmail('b@x.test'),
      changed('b@x.test', 'a@x.test'),
      requestedEmail('c@x.test'),
    ]),
  ).toEqual({
    emails: new Set(['a@x.test', 'b@x.test']),
    requested: new Set(['b@x.test', 'c@x.test']),
    verified: new Set(['b@x.test']),
    usernames: new Set(['ada']),
    current: 'b@x.test',
  }));

it('counts an email as verified after a password reset', () => {
  expect(foldAll(accountNames, [registered('a@x.test', 'ada')]).verified).toEqual(new Set());
  expect(foldAll(accountNames, [registered('a@x.test', 'ada'), reset]).verified).toEqual(
    new Set(['a@x.test']),
  );
});

it('omits erased names', () =>
  expect(foldAll(accountNames, [registered('', ''), changed('', '')])).toEqual(
    accountNames.initial,
  ));
