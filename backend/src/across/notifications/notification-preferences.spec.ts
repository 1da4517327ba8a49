import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { noticePreferences } from './notification-preferences.js';

const changedAt = '2027-03-10T12:00:00.000Z';
const all = { requests: true, bookings: true, reminders: true, matches: true, messages: true };
const without = { ...all, reminders: false };
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
const given = specification(noticePreferences);

describe('the mails that a person wants', () => {
  it('are all of them at first', () => given().when(change(all)).thenNothing());
  it('are those that the person chose last', () =>
    given(changed()).when(change(all)).then(changed(all)));
  it('change so many times a day', () =>
    given(changed(), changed(all)).when(change()).thenRefused('fair_use'));
  it('are without a kind that is switched off', () => given().when(switchOff).then(changed()));
  it('are without it already', () => given(changed()).when(switchOff).thenNothing());
  it('can be switched off however often they changed', () =>
    given(changed(), changed(all)).when(switchOff).then(changed()));
});
