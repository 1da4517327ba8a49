import { expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import { accountNames } from './account-names.js';
import type { UserEvent } from './user.events.js';

const at = '2027-03-01T10:00:00.000Z';
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
    registeredAt: at,
  },
});
const wanted = (email: string): UserEvent => ({
  type: 'EmailChangeRequested',
  data: { userId: 'ada', email, requestedAt: at },
});
const changed = (email: string, previous: string): UserEvent => ({
  type: 'EmailChanged',
  data: { userId: 'ada', email, previous, changedAt: at },
});
const reset: UserEvent = {
  type: 'PasswordChanged',
  data: { userId: 'ada', proof: 'mail', changedAt: at },
};

it('are all that an account was ever known by; what was only wanted may be anybody else’s', () =>
  expect(
    foldAll(accountNames, [
      registered('a@x.test', 'ada'),
      wanted('b@x.test'),
      changed('b@x.test', 'a@x.test'),
      wanted('c@x.test'),
    ]),
  ).toEqual({
    emails: new Set(['a@x.test', 'b@x.test']),
    wanted: new Set(['b@x.test', 'c@x.test']),
    verified: new Set(['b@x.test']),
    usernames: new Set(['ada']),
    current: 'b@x.test',
  }));

it('are shown to be theirs by a link to a new password, too', () => {
  expect(foldAll(accountNames, [registered('a@x.test', 'ada')]).verified).toEqual(new Set());
  expect(foldAll(accountNames, [registered('a@x.test', 'ada'), reset]).verified).toEqual(
    new Set(['a@x.test']),
  );
});

it('are none once they were erased', () =>
  expect(foldAll(accountNames, [registered('', ''), changed('', '')])).toEqual(
    accountNames.initial,
  ));
