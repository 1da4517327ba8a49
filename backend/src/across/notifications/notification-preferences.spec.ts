import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { notificationPreferences } from './notification-preferences.js';

const changedAt = '2027-03-10T12:00:00.000Z';
const allEmails = {
  requests: true,
  bookings: true,
  reminders: true,
  matches: true,
  messages: true,
};
const without = { ...allEmails, reminders: false };
const changed = (mail = without) =>
  ({ type: 'NoticePreferencesChanged', data: { userId: 'pavel', mail, changedAt } }) as const;
const change = (mail = without) =>
  ({
    type: 'ChangePreferences',
    data: { userId: 'pavel', mail, changedAt, limits: { changesPerDay: 2 } },
  }) as const;
const switchOff = {
  type: 'SwitchOff',
  data: { userId: 'pavel', kind: 'reminders', changedAt },
} as const;
const given = specification(notificationPreferences);

describe('email preferences', () => {
  it('include every kind by default', () => given().when(change(allEmails)).thenNothing());
  it('keep the latest choice', () =>
    given(changed()).when(change(allEmails)).then(changed(allEmails)));
  it('limit the changes per day', () =>
    given(changed(), changed(allEmails)).when(change()).thenRefused('fair_use'));
  it('exclude a kind that is turned off', () => given().when(switchOff).then(changed()));
  it('ignore a kind that is already off', () => given(changed()).when(switchOff).thenNothing());
  it('allow turning off a kind after any number of changes', () =>
    given(changed(), changed(allEmails)).when(switchOff).then(changed()));
});
