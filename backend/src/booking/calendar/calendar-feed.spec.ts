import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { calendarFeed } from './calendar-feed.js';

const at = '2027-03-10T12:00:00.000Z';
const opened = (feed: number) =>
  ({ type: 'CalendarFeedOpened', data: { userId: 'pavel', feed, openedAt: at } }) as const;
const closed = { type: 'CalendarFeedClosed', data: { userId: 'pavel', closedAt: at } } as const;
const open = {
  type: 'OpenCalendarFeed',
  data: { userId: 'pavel', at, limits: { changesPerDay: 3 } },
} as const;
const close = { type: 'CloseCalendarFeed', data: { userId: 'pavel', at } } as const;
const given = specification(calendarFeed);

describe('the secret address of a calendar', () => {
  it('is made', () => given().when(open).then(opened(1)));
  it('takes the place of the one before', () => given(opened(1)).when(open).then(opened(2)));
  it('is never one that was ended', () => given(opened(1), closed).when(open).then(opened(2)));
  it('is ended', () => given(opened(1)).when(close).then(closed));
  it('is not ended where there is none', () => given(opened(1), closed).when(close).thenNothing());
  it('is made so many times a day, and ended always', () => {
    given(opened(1), opened(2), opened(3)).when(open).thenRefused('fair_use');
    given(opened(1), opened(2), opened(3)).when(close).then(closed);
  });
});
