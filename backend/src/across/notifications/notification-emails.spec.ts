import { describe, expect, it } from '@jest/globals';
import { BookingNotificationType } from '@courtly/contracts/notifications';
import type { Booking } from '../../booking/bookings/booking.js';
import { renderText } from '../../platform/mail/email-body.js';
import { aRequest, cancelled } from '../../../testing/court-day.js';
import { courtLetter, messageLetter, noticeLetter, reminderLetter } from './notification-emails.js';

const off = { page: 'https://page', oneClick: 'https://one-click' };
const page = { words: 'See your bookings', address: 'https://courtly.example/bookings' };
const reader = { email: 'pavel@example.test', firstName: 'Pavel', page, off };
const court = { name: 'Roxbury Court', location: 'Beverly Hills', address: '412 S Roxbury Dr' };
const cancellation = {
  ...cancelled({ reason: 'host_declined', declineReason: 'weather', note: 'Call 4805550123' }).data,
};
const booking: Booking = {
  ...aRequest({ notes: 'ring twice' }),
  status: 'cancelled',
  approvedAt: null,
  paymentStatus: 'not_required',
  completedAt: null,
  cancellation,
};
const its = { booking, court, amountCents: null };

describe('a letter about a booking', () => {
  it('says court and time on the clocks of the court, and how to get no more', () => {
    const letter = noticeLetter(reader, 'request_declined', its);
    expect(letter).toMatchObject({
      to: reader.email,
      subject: 'Your request was declined',
      unsubscribe: 'https://one-click',
    });
    const text = renderText(letter).replaceAll('\u202f', ' ');
    expect(text).toContain('Roxbury Court, Beverly Hills: Saturday, March 13 at 10:00 AM PST.');
    expect(text).toContain('The weather does not allow it.');
    expect(text).toContain('Get no more mails of this kind:\nhttps://page');
  });

  it.each(BookingNotificationType.options)(
    'of the type %s holds no address and nothing that the other side wrote',
    (type) => {
      const { subject, parts } = noticeLetter(reader, type, its);
      expect(subject).toMatch(/^\S.*[^.]$/);
      expect(JSON.stringify(parts)).not.toMatch(/412|ring twice|Call/);
    },
  );

  it.each([
    [
      'charged',
      33_000,
      '$330.00 was charged to your card: $300.00 for the hour and $30.00 service fee.',
    ],
    ['hold_released', 33_000, 'The hold of $330.00 on your card is released. Nothing was charged.'],
    ['refunded', 16_500, '$165.00 is on its way back to your card.'],
    ['refund_failed', 16_500, 'Your bank did not take the refund of $165.00.'],
    ['paid_out', 14_850, '$148.50 was sent to your account for this hour.'],
  ] as const)(
    'tells of money to the cent, and cannot be switched off: %s',
    (type, amountCents, words) => {
      const letter = noticeLetter({ ...reader, off: null }, type, { ...its, amountCents });
      expect(renderText(letter)).toContain(words);
      expect(letter).not.toHaveProperty('unsubscribe');
      expect(renderText(letter)).not.toContain('no more mails');
    },
  );

  it.each([
    ['payment_disputed', 'du_1', 'answer it there before its deadline'],
    ['refund_came_back', 're_1', 'courtly payments reconcile'],
    ['payment_mismatched', 'pi_1', 'courtly payments reconcile'],
  ] as const)(
    'tells an admin what to look for at Stripe and what to do: %s',
    (type, stripeId, words) => {
      const text = renderText(
        noticeLetter({ ...reader, off: null }, type, { ...its, amountCents: 33_000, stripeId }),
      );
      expect(text).toContain('$330.00');
      expect(text).toContain(`At Stripe it is ${stripeId}:`);
      expect(text).toContain(words);
    },
  );

  it('says until when a request can be answered', () =>
    expect(renderText(noticeLetter(reader, 'request_received', its))).toMatch(
      /answer until Thursday, March 11 at 4:00.AM PST/,
    ));
});

describe('a reminder', () => {
  it('tells the player where to go, and the host that somebody comes', () => {
    expect(renderText(reminderLetter(reader, 'hour', 'player', its))).toContain('412 S Roxbury Dr');
    expect(renderText(reminderLetter(reader, 'hour', 'host', its))).not.toContain('412');
    expect(reminderLetter(reader, 'day', 'player', its).subject).toBe('You play tomorrow');
    expect(reminderLetter(reader, 'hour', 'host', its).subject).toBe(
      'Your court is booked in an hour',
    );
  });
});

describe('a letter about a court', () => {
  it('tells its host that it is hidden, and why, or that it is shown again', () => {
    const of = (hiddenBecause: string | null) =>
      courtLetter({ ...reader, off: null }, { ...court, hiddenBecause });
    const hidden = of('The fence is broken.');
    expect(hidden).toMatchObject({ subject: 'Your court is hidden' });
    expect(renderText(hidden)).toContain('Roxbury Court, Beverly Hills.');
    expect(renderText(hidden)).toContain('The reason: The fence is broken.');
    expect(renderText(of(null))).toContain('It can be found and booked again');
    expect([of(null).subject, JSON.stringify(of(null))]).toEqual([
      'Your court is shown again',
      expect.not.stringContaining('reason'),
    ]);
    // Whose reason was erased is told the rest.
    expect(renderText(of(''))).not.toContain('The reason');
  });
});

it('a letter about a message says who wrote about which hour, and not what', () => {
  const { subject, parts, unsubscribe } = messageLetter(reader, 'Hana', its);
  expect([subject, unsubscribe]).toEqual(['Hana wrote to you', 'https://one-click']);
  const text = renderText({ to: reader.email, subject, parts }).replaceAll('\u202f', ' ');
  expect(text).toContain('Roxbury Court, Beverly Hills: Saturday, March 13 at 10:00 AM PST.');
  expect(text).not.toMatch(/412|ring twice|Call/);
});
