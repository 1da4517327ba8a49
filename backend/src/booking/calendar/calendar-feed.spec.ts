import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { calendarFeed, passwordChangedAt, workingAddress } from './calendar-feed.js';

const recordedAt = '2027-03-10T12:00:00.000Z';
const opened = (feed: number) =>
  ({ type: 'CalendarFeedOpened', data: { userId: 'pavel', feed, openedAt: recordedAt } }) as const;
const closed = {
  type: 'CalendarFeedClosed',
  data: { userId: 'pavel', closedAt: recordedAt },
} as const;
const open = {
  type: 'OpenCalendarFeed',
  data: { userId: 'pavel', at: recordedAt, limits: { changesPerDay: 3 } },
} as const;
const close = { type: 'CloseCalendarFeed', data: { userId: 'pavel', at: recordedAt } } as const;
const given = specification(calendarFeed);

describe('a calendar feed', () => {
  it('opens with number 1', () => given().when(open).then(opened(1)));
  it('replaces the previous address', () => given(opened(1)).when(open).then(opened(2)));
  it('never reuses a closed address', () => given(opened(1), closed).when(open).then(opened(2)));
  it('closes on request', () => given(opened(1)).when(close).then(closed));
  it('ignores a second close', () => given(opened(1), closed).when(close).thenNothing());
  it('limits new addresses per day but can always be closed', () => {
    given(opened(1), opened(2), opened(3)).when(open).thenRefused('fair_use');
    given(opened(1), opened(2), opened(3)).when(close).then(closed);
  });

  it.each(['password', 'mail'] as const)('works until the next change by %s', (proof) => {
    const change = (changedAt: string) =>
      ({ type: 'PasswordChanged', data: { userId: 'pavel', proof, changedAt } }) as const;
    const feed = foldAll(calendarFeed, [opened(1)]);
    const addressAfter = (...changes: string[]) =>
      workingAddress(feed, foldAll(passwordChangedAt, changes.map(change)));
    expect(addressAfter()).toEqual({ feed: 1, since: recordedAt });
    expect(addressAfter('2027-03-10T11:59:59.999Z')).toEqual({ feed: 1, since: recordedAt });
    expect(addressAfter('2027-03-10T12:00:00.001Z')).toBeNull();
    expect(addressAfter('2027-03-10T12:00:00.001Z', '2027-03-12T00:00:00.000Z')).toBeNull();
  });
});
