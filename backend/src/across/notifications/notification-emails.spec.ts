import { describe, expect, it } from '@jest/globals';
import { BookingNotificationType } from '@courtly/contracts/notifications';
import type { ReversalCause } from '@courtly/contracts/reversal-causes';
import type { Booking } from '../../booking/bookings/booking.js';
import { renderText } from '../../platform/mail/email-body.js';
import {
  APPROVED_AT,
  bookingCancelled,
  bookingRequest,
  bookingTerms,
} from '../../../testing/court-day.js';
import {
  courtEmail,
  messageEmail,
  notificationEmail,
  readsMoney,
  reminderEmail,
} from './notification-emails.js';
import { emailKindOf, isStillCurrent } from './recipients.js';

const off = { page: 'https://page', oneClick: 'https://one-click' };
const dashboardPath = { words: 'See your bookings', address: 'https://courtly.example/bookings' };
const emailReader = {
  email: 'pavel@example.test',
  firstName: 'Pavel',
  page: dashboardPath,
  verifyAt: null,
  off,
};
const court = { name: 'Roxbury Court', location: 'Beverly Hills', address: '412 S Roxbury Dr' };
const cancellation = {
  ...bookingCancelled({
    reason: 'host_declined',
    declineReason: 'weather',
    note: 'Call 4805550123',
  }).data,
};
const booking: Booking = {
  ...bookingRequest({ notes: 'ring twice' }),
  status: 'cancelled',
  approvedAt: null,
  paymentStatus: 'not_required',
  completedAt: null,
  cancellation,
};
const bookingDetails = {
  booking: booking,
  court: court,
  amountCents: null,
  at: '2027-03-15T03:00:00.000Z',
};

const DAY_BEFORE = '2027-03-12T18:00:00.000Z';
const unpaid = { shareCents: 29_700, paidCents: 0, takenBackCents: 0 };
const detailsFor = (notificationType: BookingNotificationType) => ({
  ...bookingDetails,
  ...(readsMoney.has(notificationType) && { host: unpaid }),
});

describe('the email about a confirmed booking', () => {
  const confirmed: Booking = {
    ...booking,
    terms: { ...bookingTerms, lateChargeMarginMinutes: 720 },
    status: 'confirmed',
    approvedAt: APPROVED_AT,
    cancellation: null,
  };
  const textOf = (changes: Partial<Booking>, captureBefore: string | null) =>
    renderText(
      notificationEmail(emailReader, 'request_approved', {
        ...bookingDetails,
        booking: { ...confirmed, ...changes },
        captureBefore,
      }),
    ).replaceAll('\u202f', ' ');
  const HOLD_ENDS = '2027-03-17T12:05:00.000Z';

  it('says that declining the calendar event cancels nothing', () => {
    const calendar = { method: 'REQUEST', content: '' } as const;
    const email = notificationEmail(emailReader, 'request_approved', {
      ...bookingDetails,
      booking: confirmed,
      calendar,
    });
    expect(renderText(email)).toContain("Declining the calendar event doesn't cancel");
    expect(textOf({}, null)).not.toContain('Declining');
  });

  it('says when the card is charged', () =>
    expect(textOf({}, HOLD_ENDS)).toContain(
      '$330.00 is authorized on your card. It will be charged on Friday, March 12 at 10:00 AM PST, unless you cancel before then.',
    ));

  it('says nothing about a charge at approval, which has its own email', () => {
    expect(textOf({}, null)).not.toContain('charged');
    expect(textOf({ terms: bookingTerms }, HOLD_ENDS)).not.toContain('charged');
  });

  it('contains what the player needs to get there', () => {
    const { parts } = notificationEmail(emailReader, 'request_approved', {
      ...bookingDetails,
      booking: { ...confirmed, approvedAt: '2027-03-10T13:00:00.000Z' },
      arrival: { directions: 'Park by the barn', mostGuests: 3, signsWaivers: true },
    });
    const free = 'Until Friday, March 12 at 10:00 AM PST';
    expect(parts).toContainEqual({
      facts: [
        ['Address', '412 S Roxbury Dr'],
        ['Directions', 'Park by the barn'],
        ['Guests', 'Up to 3. Add them to your booking so they can sign the waiver.'],
        ['Price', '$330.00'],
        ['Free cancellation', free],
      ],
    });
    expect(parts.at(-1)).toEqual({
      words: 'Open in maps',
      address: 'https://www.google.com/maps/search/?api=1&query=412+S+Roxbury+Dr%2C+Beverly+Hills',
    });
  });

  it('omits the address and the map for a mailbox that is not verified', () => {
    const verifyAt = 'https://courtly.example/profile?tab=settings';
    const email = notificationEmail({ ...emailReader, verifyAt }, 'request_approved', {
      ...bookingDetails,
      booking: confirmed,
    });
    expect(renderText(email)).not.toMatch(/412|maps/);
    expect(email.parts).toContainEqual({ words: 'Verify your email', address: verifyAt });
  });

  it.each([
    [1, 'Guests: One. Add your guest to your booking so they can sign the waiver.'],
    [2, 'Guests: Up to 2. Add them to your booking so they can sign the waiver.'],
  ])('says how many guests may come: %i', (mostGuests, line) => {
    const arrival = { directions: '', mostGuests, signsWaivers: true };
    const email = notificationEmail(emailReader, 'request_approved', {
      ...bookingDetails,
      booking: confirmed,
      arrival,
    });
    expect(renderText(email)).toContain(line);
  });

  it('names neither a price nor free cancellation for a free booking', () =>
    expect(textOf({ totalCents: 0 }, null)).not.toMatch(/Price|cancellation/));

  it('confirms an instant booking without naming the host', () =>
    expect(textOf({ instantBook: true }, HOLD_ENDS)).not.toContain('approved'));
});

describe('the emails about a request', () => {
  const pending: Booking = { ...booking, status: 'pending', cancellation: null };
  const answerLinks = {
    approve: 'https://courtly.example/answer-request#a',
    decline: 'https://courtly.example/answer-request#d',
  };
  const requester = {
    name: 'Pavel Player',
    level: '4.0',
    played: 12,
    cancelled: 1,
    rating: 4.83,
    note: 'Two of us',
  };

  it('show the host who is asking and for how much, with links to approve and decline', () => {
    const { parts } = notificationEmail(emailReader, 'request_received', {
      ...bookingDetails,
      booking: pending,
      requester,
      answerLinks,
    });
    expect(parts).toContainEqual({
      facts: [
        ['Player', 'Pavel Player'],
        ['Level', '4.0'],
        ['Record', '12 bookings played, 1 canceled, rated 4.8 of 5 by hosts'],
        ['Note', 'Two of us'],
        ['You receive', '$297.00'],
      ],
    });
    expect(parts).toContainEqual({ words: 'Approve', address: answerLinks.approve });
    expect(parts).toContainEqual({ words: 'Decline', address: answerLinks.decline });
  });

  it('call a player without a record new, and omit a private level', () => {
    const newcomer = { ...requester, level: null, played: 0, cancelled: 0, rating: null, note: '' };
    const email = notificationEmail(emailReader, 'request_received', {
      ...bookingDetails,
      booking: pending,
      requester: newcomer,
    });
    expect(renderText(email)).toContain('Record: New to Courtly\nYou receive');
    expect(renderText(email)).not.toContain('Level');
  });

  it("give the player the host's deadline, and say that the card is only on hold", () => {
    const paid = { ...pending, payBy: '2027-03-10T12:15:00.000Z' };
    const textOf = (changed: Booking) =>
      renderText(
        notificationEmail(emailReader, 'request_sent', { ...bookingDetails, booking: changed }),
      );
    expect(textOf(paid)).toMatch(/who has until \w+, March \d+ at/);
    expect(textOf(paid)).toContain("$330.00 is on hold on your card. You'll be charged only if");
    expect(textOf(pending)).not.toContain('card');
  });
});

describe('the email about a decided report', () => {
  const textOf = (
    type: 'incident_upheld' | 'incident_dismissed',
    incident: Readonly<{
      kind: 'no_show' | 'damage' | 'weather';
      reporter: 'player' | 'host';
      reader: 'player' | 'host';
    }>,
  ) =>
    renderText(
      notificationEmail(emailReader, type, {
        ...bookingDetails,
        incident: { ...incident, answerBy: null },
      }),
    );

  it.each([
    ['damage', 'host', 'host', true],
    ['damage', 'host', 'player', false],
    ['weather', 'player', 'host', true],
    ['no_show', 'player', 'host', true],
    ['no_show', 'host', 'host', false],
  ] as const)('names the payout only if it was held (%s by the %s, to the %s)', (...row) => {
    const [kind, reporter, reader, namesPayout] = row;
    const text = textOf('incident_dismissed', { kind, reporter, reader });
    expect(text.includes('payout')).toBe(namesPayout);
    expect(text).not.toContain('no longer on hold');
  });

  it('names the refund of a no-show of the host', () => {
    const noShow = { kind: 'no_show', reader: 'player' } as const;
    expect(textOf('incident_upheld', { ...noShow, reporter: 'player' })).toContain('full refund');
    expect(textOf('incident_upheld', { ...noShow, reporter: 'host' })).not.toContain('refund');
  });
});

describe('the email about a changed clock time', () => {
  it('names both the earlier and the new time', () => {
    const text = renderText(
      notificationEmail(emailReader, 'local_time_changed', {
        ...bookingDetails,
        booking: { ...booking, status: 'confirmed', cancellation: null, offsetMinutes: -420 },
        previousOffsetMinutes: -480,
      }),
    ).replaceAll('\u202f', ' ');
    expect(text).toContain(
      'Until now, this hour was shown as Saturday, March 13 at 10:00 AM. It is now Saturday, March 13 at 11:00 AM at the court.',
    );
    expect(text).toContain("The booking itself hasn't moved.");
  });

  it('is sent only while the booking is live, and can be turned off', () => {
    const isSent = (status: 'pending' | 'confirmed' | 'completed' | 'cancelled') =>
      isStillCurrent('local_time_changed', status);
    expect([isSent('pending'), isSent('confirmed')]).toEqual([true, true]);
    expect([isSent('completed'), isSent('cancelled')]).toEqual([false, false]);
    expect(emailKindOf('local_time_changed')).toBe('bookings');
  });
});

describe('the email about a declined request', () => {
  const textOf = (note: string) => {
    const declined = { ...cancellation, declineReason: 'other' as const, note };
    const details = { ...bookingDetails, booking: { ...booking, cancellation: declined } };
    return renderText(notificationEmail(emailReader, 'request_declined', details));
  };

  it('sends the player to a note only if the host wrote one', () => {
    expect(textOf('Call me')).toContain("Open the booking to read the host's note.");
    expect(textOf('')).not.toContain('note');
    expect(textOf('')).toContain("The host didn't give a reason.");
  });
});

describe('a booking email', () => {
  it('contains the court, its local time, and an unsubscribe link', () => {
    const letter = notificationEmail(emailReader, 'request_declined', bookingDetails);
    expect(letter).toMatchObject({
      to: emailReader.email,
      subject: 'Your request was declined',
      unsubscribe: { oneClick: 'https://one-click' },
    });
    const text = renderText(letter).replaceAll('\u202f', ' ');
    expect(text).toContain('Roxbury Court, Beverly Hills: Saturday, March 13 at 10:00 AM PST.');
    expect(text).toContain('The weather is too bad to play.');
    expect(text).toContain('Stop receiving these emails:\nhttps://page');
  });

  it.each(BookingNotificationType.options.filter((type) => type !== 'request_approved'))(
    'contains neither the address nor notes (%s)',
    (notificationType) => {
      const { subject: emailSubject, parts } = notificationEmail(
        emailReader,
        notificationType,
        detailsFor(notificationType),
      );
      expect(emailSubject).toMatch(/^\S.*[^.]$/);
      expect(JSON.stringify(parts)).not.toMatch(/412|ring twice|Call/);
    },
  );

  it.each([
    [
      false,
      35_640,
      '$356.40 was charged to your card: $300.00 for the hour, $30.00 for the service fee, and $26.40 in tax.',
    ],
    [
      true,
      33_000,
      '$330.00 was charged to your card: $300.00 for the hour and $30.00 for the service fee, including $24.44 in tax.',
    ],
  ])('states the tax on a charge (included: %s)', (included, totalCents, sentence) => {
    const tax = { city: 'Austin', name: 'Sales tax', rate: 800, included };
    const taxed = {
      ...booking,
      totalCents,
      taxCents: included ? 2_444 : 2_640,
      terms: { ...bookingTerms, tax },
    };
    const letter = notificationEmail(emailReader, 'charged', {
      ...bookingDetails,
      booking: taxed,
      amountCents: totalCents,
    });
    expect(renderText(letter)).toContain(sentence);
    expect(renderText(letter)).not.toContain('released');
  });

  it.each([
    [
      'charged',
      33_000,
      '$330.00 was charged to your card: $300.00 for the hour and $30.00 for the service fee.',
    ],
    [
      'charged',
      16_500,
      '$165.00 was charged to your card. We released the rest of the authorization.',
    ],
    ['hold_released', 33_000, 'We released the $330.00 authorization on your card.'],
    ['refunded', 16_500, '$165.00 is on its way back to your card.'],
    ['refund_borne', 5_000, 'Your share covers $50.00 of the refund.'],
    ['payout_reversed', 29_700, '$297.00 of your payout for this hour was taken back'],
    ['payout_adjusted', 2_000, 'Courtly added $20.00 to your payout for this hour.'],
    ['payout_adjusted', -2_000, 'Courtly deducted $20.00 from your payout for this hour.'],
    ['payout_offset', 29_700, '$297.00 of your payout for this hour repaid'],
    ['charge_disputed', 33_000, "The player's bank took back $330.00 for this hour"],
    ['dispute_won', 33_000, 'The bank returned $330.00.'],
    ['refund_failed', 16_500, "Your bank didn't accept the refund of $165.00."],
    ['paid_out', 14_850, '$148.50 has been sent to your account for this hour.'],
  ] as const)(
    'states the exact amount and cannot be turned off (%s)',
    (notificationType, amountCents, words) => {
      const letter = notificationEmail({ ...emailReader, off: null }, notificationType, {
        ...detailsFor(notificationType),
        amountCents,
      });
      expect(renderText(letter)).toContain(words);
      expect(letter).not.toHaveProperty('unsubscribe');
      expect(renderText(letter)).not.toContain('Stop receiving');
    },
  );

  it('says why a payout was taken back, unless it was not recorded', () => {
    const textOf = (cause?: ReversalCause) =>
      renderText(
        notificationEmail({ ...emailReader, off: null }, 'payout_reversed', {
          ...detailsFor('payout_reversed'),
          amountCents: 29_700,
          cause,
        }),
      );
    expect(textOf('refund')).toContain('You bear part of a refund to the player.');
    expect(textOf()).not.toContain('You bear');
  });

  it('quotes the note of an adjusted payout, unless it was erased', () => {
    const textOf = (hostNote: string) =>
      renderText(
        notificationEmail({ ...emailReader, off: null }, 'payout_adjusted', {
          ...bookingDetails,
          amountCents: 2_000,
          hostNote,
        }),
      );
    expect(textOf('You repaired the lights.')).toContain('Reason: You repaired the lights.');
    expect(textOf('')).not.toContain('Reason');
  });

  it.each([
    ['charge_disputed', { paidCents: 0 }, 'Your payout is on hold until the bank decides.'],
    ['charge_disputed', { paidCents: 29_700 }, 'You keep the $297.00 that you were paid, unless'],
    ['payment_disputed', { paidCents: 0 }, "We won't pay the host while the dispute is open."],
    ['payment_disputed', { paidCents: 29_700 }, 'The host keeps the $297.00 that was paid, unless'],
    ['dispute_won', { paidCents: 0 }, 'Your payout for this hour continues as agreed.'],
    ['dispute_won', { paidCents: 29_700 }, 'You keep the $297.00 that you were paid'],
    ['payment_dispute_won', { paidCents: 0 }, "The host's payout continues."],
    ['payment_dispute_won', { paidCents: 29_700 }, 'The host keeps the $297.00 that was paid.'],
    ['dispute_lost', { shareCents: 0, paidCents: 0 }, 'There is no payout for it.'],
    ['dispute_lost', { shareCents: 0, paidCents: 29_700 }, "We'll take back $297.00 and email you"],
    [
      'dispute_lost',
      { shareCents: 0, paidCents: 0, takenBackCents: 29_700 },
      'We took back $297.00',
    ],
    ['dispute_lost', { shareCents: 29_700, paidCents: 29_700 }, 'You keep the $297.00'],
    [
      'refund_borne',
      { shareCents: 24_700, paidCents: 0 },
      'Your payout for this hour is now $247.00.',
    ],
    ['refund_borne', { shareCents: 24_700, paidCents: 29_700 }, "We'll take back $50.00"],
    ['payout_reversed', { shareCents: 24_700, paidCents: 24_700 }, 'is now $247.00.'],
  ] as const)('says what happened to the payout (%s, %j)', (notificationType, position, words) => {
    const letter = notificationEmail({ ...emailReader, off: null }, notificationType, {
      ...bookingDetails,
      amountCents: 5_000,
      host: { shareCents: 29_700, takenBackCents: 0, ...position },
    });
    expect(renderText(letter)).toContain(words);
    expect(renderText(letter)).not.toMatch(/if (you|it)/i);
  });

  it.each([
    ['payment_disputed', 'du_1', 'Respond to du_1 in Stripe before its deadline, with evidence'],
    ['payment_inquiry', 'du_1', "hasn't taken any money"],
    ['refund_came_back', 're_1', "The refund is re_1 in Stripe. Courtly won't retry the refund"],
    ['payment_mismatched', 'pi_1', 'Courtly releases the authorization of pi_1'],
  ] as const)('shows an admin what to do in Stripe (%s)', (notificationType, stripeId, words) => {
    const text = renderText(
      notificationEmail({ ...emailReader, off: null }, notificationType, {
        ...detailsFor(notificationType),
        amountCents: 33_000,
        stripeId,
      }),
    );
    expect(text).toContain('$330.00');
    expect(text).toContain(stripeId);
    expect(text).toContain(words);
  });

  it.each(['payment_disputed', 'payment_inquiry'] as const)(
    'says by when an admin must send evidence (%s)',
    (notificationType) => {
      const text = renderText(
        notificationEmail({ ...emailReader, off: null }, notificationType, {
          ...detailsFor(notificationType),
          amountCents: 33_000,
          stripeId: 'du_1',
          respondBy: '2027-03-22T23:59:59.000Z',
        }),
      );
      expect(text.replaceAll('\u202f', ' ')).toContain(
        'Respond to du_1 in Stripe by Monday, March 22 at 4:59 PM PDT, with evidence',
      );
    },
  );

  it('asks no one to respond to a dispute that is over', () => {
    const textOf = (notificationType: BookingNotificationType) =>
      renderText(
        notificationEmail({ ...emailReader, off: null }, notificationType, {
          ...detailsFor(notificationType),
          amountCents: 33_000,
          stripeId: 'du_1',
          isDisputeOver: true,
        }),
      );
    expect(textOf('payment_disputed')).toContain('du_1 is already closed in Stripe');
    expect(textOf('payment_inquiry')).toContain('du_1 is already closed in Stripe');
    expect(textOf('charge_disputed')).toContain('The dispute is already over');
    for (const type of ['payment_disputed', 'payment_inquiry', 'charge_disputed'] as const)
      expect(textOf(type)).not.toMatch(/Respond|respond to the bank|until the bank|while the/);
  });

  it('does not mention a bank decision if a dispute is lost without one', () => {
    const textOf = (notificationType: BookingNotificationType) =>
      renderText(
        notificationEmail({ ...emailReader, off: null }, notificationType, {
          ...detailsFor(notificationType),
          amountCents: 13_000,
          stripeId: 'du_1',
        }),
      );
    expect(textOf('payment_dispute_lost')).toContain('du_1 is over in Stripe, and $130.00 stays');
    expect(textOf('dispute_lost')).toContain('The dispute is over');
    for (const type of ['payment_dispute_lost', 'dispute_lost'] as const)
      expect(textOf(type)).not.toContain('decided');
  });

  it('says that a refund is being made when it is only ordered', () =>
    expect(
      renderText(
        notificationEmail({ ...emailReader, off: null }, 'refund_borne', {
          ...detailsFor('refund_borne'),
          amountCents: 5_000,
        }),
      ),
    ).toContain('Courtly is refunding the player'));

  it('says when a refund should arrive, counted from its local day', () =>
    expect(renderText(notificationEmail(emailReader, 'refunded', bookingDetails))).toContain(
      'Your bank should show it between Friday, March 19 and Friday, March 26.',
    ));

  it.each([
    ['payout_refused', 'account_closed', 'check your earnings page'],
    ['payout_refused', 'balance_insufficient', 'Your account is fine.'],
    ['transfer_refused', 'account_closed', 'to the host: account_closed.'],
    ['reversal_refused', 'balance_insufficient', 'from the host: balance_insufficient.'],
  ] as const)('says when Courtly tries again after %s (%s)', (notificationType, code, words) => {
    const refusal = { code, tryAgainAt: '2027-03-15T20:00:00.000Z' };
    const letter = notificationEmail(emailReader, notificationType, {
      ...bookingDetails,
      amountCents: 29_700,
      refusal,
    });
    const text = renderText(letter).replaceAll('\u202f', ' ');
    expect(text).toContain('$297.00');
    expect(text).toMatch(/tr(y|ies) again on Monday, March 15 at 1:00 PM PDT/);
    expect(text).toContain(words);
  });

  it('states the deadline for a response', () =>
    expect(renderText(notificationEmail(emailReader, 'request_received', bookingDetails))).toMatch(
      /respond by Thursday, March 11 at 4:00.AM PST/,
    ));
});

describe('a reminder', () => {
  it('gives only the player the exact address', () => {
    expect(
      renderText(reminderEmail(emailReader, 'hour', 'player', bookingDetails, DAY_BEFORE)),
    ).toContain('412 S Roxbury Dr');
    expect(
      renderText(reminderEmail(emailReader, 'hour', 'host', bookingDetails, DAY_BEFORE)),
    ).not.toContain('412');
    const waivers = { rule: 'block', people: 4, signed: 2 } as const;
    expect(
      renderText(reminderEmail(emailReader, 'day', 'host', bookingDetails, DAY_BEFORE, waivers)),
    ).toContain('Waiver: 2 of 4 signed. Entry not allowed until everyone has signed.');
    const warned = { ...waivers, rule: 'warn' } as const;
    expect(
      renderText(reminderEmail(emailReader, 'day', 'host', bookingDetails, DAY_BEFORE, warned)),
    ).toContain('Ask the guests to sign before you let them in.');
    expect(
      renderText(reminderEmail(emailReader, 'day', 'player', bookingDetails, DAY_BEFORE, warned)),
    ).toContain('Ask your guests to use their links');
    const all = { ...waivers, signed: 4 };
    expect(
      renderText(reminderEmail(emailReader, 'day', 'player', bookingDetails, DAY_BEFORE, all)),
    ).not.toContain('Waiver');
    expect(reminderEmail(emailReader, 'day', 'player', bookingDetails, DAY_BEFORE).subject).toBe(
      'You play tomorrow',
    );
    expect(reminderEmail(emailReader, 'hour', 'host', bookingDetails, DAY_BEFORE).subject).toBe(
      'Your court has a booking in an hour',
    );
  });

  it.each([
    // The clocks change at 2 AM, so the day is 23 or 25 hours long.
    ['2027-03-15T07:00:00.000Z', '2027-03-14T07:00:00.000Z', 'on Monday, March 15'],
    ['2027-11-08T07:30:00.000Z', '2027-11-07T07:30:00.000Z', 'today'],
    ['2027-11-08T08:30:00.000Z', '2027-11-07T08:30:00.000Z', 'tomorrow'],
  ])('names the day of %s as of %s: %s', (startTime, sentAt, expected) => {
    const details = { ...bookingDetails, booking: { ...booking, startTime } };
    expect(reminderEmail(emailReader, 'day', 'player', details, sentAt).subject).toBe(
      `You play ${expected}`,
    );
  });
});

describe('a court email', () => {
  it('shows the host why the court is hidden, and later that it is visible again', () => {
    const of = (hiddenBecause: string | null) =>
      courtEmail({ ...emailReader, off: null }, { ...court, hiddenBecause });
    const hidden = of('The fence is broken.');
    expect(hidden).toMatchObject({ subject: 'Your court is hidden' });
    expect(renderText(hidden)).toContain('Roxbury Court, Beverly Hills.');
    expect(renderText(hidden)).toContain('Reason: The fence is broken.');
    expect(renderText(of(null))).toContain('Players can find and book it again');
    expect([of(null).subject, JSON.stringify(of(null))]).toEqual([
      'Your court is visible again',
      expect.not.stringContaining('Reason'),
    ]);
    // The reason was erased.
    expect(renderText(of(''))).not.toContain('Reason');
  });
});

it('a message email names the author and the hour but does not quote the message', () => {
  const email = messageEmail(emailReader, 'Hana', bookingDetails);
  expect(email).toMatchObject({
    subject: 'Hana wrote to you',
    unsubscribe: { oneClick: 'https://one-click' },
  });
  const text = renderText(email);
  expect(text).toContain('Roxbury Court, Beverly Hills: Saturday, March 13 at 10:00 AM PST.');
  expect(text).not.toMatch(/412|ring twice|Call/);
});

it.each([
  ['refund_failed', 'courtly', "we'll try again"],
  ['refund_failed', 'admin', "we'll contact you"],
  ['refund_failed', null, 'No other refund is due'],
  ['refund_came_back', 'courtly', 're_1 in Stripe. Courtly will retry the refund in a day or two'],
  ['refund_came_back', 'admin', "Courtly won't retry the refund. Arrange"],
  ['refund_came_back', null, 'because no refund is due now'],
] as const)('%s with the refund owner %j says: %s', (type, refundOwner, expected) => {
  const text = renderText(
    notificationEmail(emailReader, type, {
      ...detailsFor(type),
      amountCents: 33_000,
      stripeId: 're_1',
      refundOwner,
    }),
  ).replaceAll(/\s+/g, ' ');
  expect(text).toContain(expected);
});
