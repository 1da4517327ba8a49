import { describe, expect, it } from '@jest/globals';
import { WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import fc from 'fast-check';
import { describedHours } from './described-hours.js';

/** Days with the same hours in one line, such as `mon tue 07-12`. */
const summary = (words: string) => {
  const hours = describedHours(words);
  if (!hours) return null;
  const daysByHours = new Map<string, string[]>();
  for (const day of weekdays) {
    const text = hours[day].map(({ from, to }) => `${from.slice(0, 2)}-${to.slice(0, 2)}`).join();
    if (text) daysByHours.set(text, [...(daysByHours.get(text) ?? []), day.slice(0, 3)]);
  }
  return [...daysByHours].map(([text, days]) => `${days.join(' ')} ${text}`).join('; ');
};

describe('the hours that an applicant describes', () => {
  it.each([
    ['Weekday mornings', 'mon tue wed thu fri 07-12'],
    ['Weekday mornings, Saturdays until noon', 'mon tue wed thu fri sat 07-12'],
    ['weekday mornings, Sundays all day.', 'mon tue wed thu fri 07-12; sun 07-21'],
    ['Weekends', 'sat sun 07-21'],
    ['Every day 8am - 6pm', 'mon tue wed thu fri sat sun 08-18'],
    ['Mon–Fri 9-5; Sat 8 AM to noon', 'mon tue wed thu fri 09-17; sat 08-12'],
    ['Mon, Wed, and Fri after 5 p.m.', 'mon wed fri 17-21'],
    ['Saturday and Sunday mornings', 'sat sun 07-12'],
    ['Weekday mornings and evenings', 'mon tue wed thu fri 07-12,17-21'],
    ['Mornings on weekdays', 'mon tue wed thu fri 07-12'],
    ['Tuesdays from 7-9pm', 'tue 19-21'],
    ['Fri to Mon before 10', 'mon fri sat sun 07-10'],
    ['Evenings', 'mon tue wed thu fri sat sun 17-21'],
    ['Mondays between 10 and 2', 'mon 10-14'],
  ])('%s: %s', (words, expected) => expect(summary(words)).toBe(expected));

  it.each([
    'any',
    'Most weekday mornings',
    'Weekdays unless it rains',
    'Weekday mornings, evenings',
    'Weekdays 8:30 to 10',
    'Ask me',
    '...',
  ])('are not guessed from "%s"', (words) => expect(describedHours(words)).toBeNull());

  it('are always valid', () => {
    const word = fc.constantFrom(
      ...['weekdays', 'Sat', 'Sunday', '-', 'to', 'and', ',', 'mornings', 'evenings', 'until'],
      ...['after', 'noon', 'midnight', '8', '12', '5pm', '11 am', '0', '24', '99', 'all day'],
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const hours = describedHours(words.join(' '));
        expect(hours === null || WeeklyHours.safeParse(hours).success).toBe(true);
      }),
    );
  });
});
