import { expect, it } from '@jest/globals';
import { auditFindings, openedClub } from '../../testing/audited-log.js';
import type { Message } from '../platform/kernel/decider.js';
import {
  created,
  paymentAuthorised,
  paymentCaptured,
  payoutTransferred,
  playedBooking,
} from '../../testing/paid-booking.js';

const [requested, ...later] = playedBooking;
const changed = (event: Message, changes: object): Message => ({
  ...event,
  data: { ...(event.data as object), ...changes },
});
const problemsOf = (captured: Message, transferred: Message) =>
  auditFindings(
    '2027-03-15T00:00:00.000Z',
    ...openedClub,
    requested,
    created,
    paymentAuthorised,
    ...later,
    captured,
    transferred,
  ).violations;

it('accepts money events that repeat the fields of the request', () =>
  expect(problemsOf(paymentCaptured, payoutTransferred())).toEqual([]));

it.each([
  ['hostId', 'sam'],
  ['playerId', 'quinn'],
  ['startTime', '2027-04-13T18:00:00.000Z'],
  ['courtId', 'seville'],
  ['zone', 'America/Phoenix'],
  ['payoutCents', 1],
  ['policyId', 'open-1'],
])('reports a charge with another %s', (field, value) =>
  expect(problemsOf(changed(paymentCaptured, { [field]: value }), payoutTransferred())).toEqual([
    expect.stringContaining(`the ${field} of PaymentCaptured is ${value}, not `),
  ]),
);

it("reports a payout to an account that is not the host's", () =>
  expect(
    problemsOf(paymentCaptured, changed(payoutTransferred(), { accountId: 'acct_other' })),
  ).toEqual([
    'booking booking-1: its host is paid on account acct_other, but the host has acct_1',
  ]));

it('reports a payout with another due time', () =>
  expect(
    problemsOf(
      paymentCaptured,
      changed(payoutTransferred(), { dueAt: '2027-03-13T19:00:00.000Z' }),
    ),
  ).toEqual([
    'booking booking-1: its payout is due at 2027-03-14T19:00:00.000Z, not 2027-03-13T19:00:00.000Z',
  ]));
