import { describe, expect, it } from '@jest/globals';
import type { Actor, RecordedEvent } from '../../platform/kernel/events.js';
import { aListing } from '../../../testing/court.js';
import { bookingApproved, bookingCancelled, bookingRequested } from '../../../testing/court-day.js';
import {
  disputeClosed,
  disputeOpened,
  paymentCaptured,
  paymentDisputed,
} from '../../../testing/paid-booking.js';
import { fold, inStream } from '../../../testing/projection.js';
import { newDispute } from '../../money/payments/disputes.js';
import type { PaymentEvent } from '../../money/payments/payment.events.js';
import { booking } from './booking.js';
import type { BookingEvent } from './booking.events.js';
import { type BookingCharge, bookings } from './bookings.projection.js';
import { bookingView, historyView } from './booking-view.js';

const note = 'Write to pavel@example.org';
const player: Actor = { id: 'pavel', role: 'player' };
const host: Actor = { id: 'hana', role: 'owner' };

/** The notes in the history as this user sees them. */
const notesFor = (viewer: Actor, ...events: BookingEvent[]): unknown[] => {
  const recorded = events.map(
    (event) => ({ ...event, metadata: { actor: player, at: '' } }) as unknown as RecordedEvent,
  );
  const state = events.reduce(booking.evolve, null)!;
  return historyView(recorded, state, viewer).flatMap(({ details }) => details['note'] ?? []);
};

it('includes the offsets of its zone from the request until long after the hour', () => {
  const state = [bookingRequested()].reduce(booking.evolve, null)!;
  const { zoneOffsets } = bookingView(state, aListing(), player.id, state.requestedAt);
  expect(zoneOffsets.map(({ offset }) => offset)).toEqual(['-08:00', '-07:00']);
  expect(zoneOffsets[0]!.from < state.requestedAt).toBe(true);
  expect(zoneOffsets[0]!.until).toBe('2027-03-14T10:00:00.000Z');
  expect(zoneOffsets[1]!.until > '2027-09').toBe(true);
});

describe('arrival notes', () => {
  const court = aListing({ arrivalNotes: 'Park by the barn', gateCode: '4711' });
  const arrivalAt = (at: string, ...events: BookingEvent[]) =>
    bookingView(events.reduce(booking.evolve, null)!, court, player.id, at).arrival;
  const { startTime, endTime } = bookingRequested().data as { startTime: string; endTime: string };
  const minutesFrom = (instant: string, minutes: number) =>
    new Date(Date.parse(instant) + minutes * 60_000).toISOString();

  it('appear after the confirmation', () => {
    expect(arrivalAt(minutesFrom(startTime, -600), bookingRequested())).toBeNull();
    expect(arrivalAt(minutesFrom(startTime, -600), bookingRequested(), bookingApproved())).toEqual({
      notes: 'Park by the barn',
      gateCode: null,
    });
    expect(
      arrivalAt(
        minutesFrom(startTime, -600),
        bookingRequested(),
        bookingApproved(),
        bookingCancelled({}),
      ),
    ).toBeNull();
  });

  it('include the gate code from an hour before the start until the end', () => {
    const codeAt = (at: string) => arrivalAt(at, bookingRequested(), bookingApproved())?.gateCode;
    expect(codeAt(new Date(Date.parse(startTime) - 60 * 60_000 - 1).toISOString())).toBeNull();
    expect(codeAt(minutesFrom(startTime, -60))).toBe('4711');
    expect(codeAt(new Date(Date.parse(endTime) - 1).toISOString())).toBe('4711');
    expect(codeAt(endTime)).toBeNull();
  });
});

const ofOtherDispute = ({ type, data }: PaymentEvent) =>
  ({ type, data: { ...data, disputeId: 'du_2' } }) as PaymentEvent;
const lostOther = ofOtherDispute(disputeClosed('lost'));

describe('the charge of a booking', () => {
  const refundOf = (amountCents: number, hasFailed = false) => ({
    refundId: 're_1',
    amountCents,
    orderId: null,
    refundedAt: '2027-03-12T20:00:00.000Z',
    hasFailed,
  });
  const chargeFor = (viewer: Actor, charge: Partial<BookingCharge>, ...events: BookingEvent[]) => {
    const booked = [bookingRequested(), ...events].reduce(booking.evolve, null)!;
    const chargedBooking = {
      ...booked,
      charge: {
        amountCents: 33_000,
        chargedAt: '2027-03-10T13:00:00.000Z',
        card: { brand: 'visa', last4: '4242' },
        disputes: {},
        settledCents: 0,
        refunds: [],
        ...charge,
      },
    };
    return bookingView(chargedBooking, aListing(), viewer.id, booked.startTime).charge;
  };

  it('shows the player the card and each refund', () =>
    expect(chargeFor(player, { refunds: [refundOf(500)] })).toEqual({
      amount: '330.00',
      chargedAt: '2027-03-10T13:00:00.000Z',
      card: { brand: 'visa', last4: '4242' },
      refunds: [{ amount: '5.00', at: '2027-03-12T20:00:00.000Z', hasFailed: false }],
      settledAmount: '0.00',
      isRefundDue: false,
      disputedAmount: '0.00',
      lostAmount: '0.00',
      isDisputeOpen: false,
    }));

  it.each<[string, PaymentEvent[], string, string]>([
    ['an inquiry', [disputeOpened(true)], '0.00', '0.00'],
    ['an open dispute', [paymentDisputed()], '330.00', '0.00'],
    ['a lost dispute', [paymentDisputed(), disputeClosed('lost')], '0.00', '330.00'],
    ['a won dispute', [paymentDisputed(), disputeClosed('won')], '0.00', '0.00'],
    [
      'a dispute that reopens',
      [paymentDisputed(), disputeClosed('lost'), disputeOpened()],
      '330.00',
      '0.00',
    ],
    [
      'an open dispute before one that the bank decided',
      [paymentDisputed(13_000), ofOtherDispute(paymentDisputed(20_000)), lostOther],
      '130.00',
      '200.00',
    ],
    [
      'an open dispute after one that the bank decided',
      [ofOtherDispute(paymentDisputed(20_000)), lostOther, paymentDisputed(13_000)],
      '130.00',
      '200.00',
    ],
  ])('separates what banks took back in %s', (_, events, disputedAmount, lostAmount) => {
    const { charge } = fold(
      bookings,
      ...inStream(
        'courtDay-roxbury_2027-03-13',
        ...([bookingRequested(), paymentCaptured, ...events] as BookingEvent[]),
      ),
    ).get('booking-1')!;
    expect(chargeFor(player, charge!)).toMatchObject({
      disputedAmount,
      lostAmount,
      isDisputeOpen: disputedAmount !== '0.00',
    });
  });

  it('is hidden from the host', () => expect(chargeFor(host, {})).toBeNull());

  it.each<[boolean, string, Partial<BookingCharge>]>([
    [true, 'nothing was refunded yet', {}],
    [true, 'part of it was refunded before', { refunds: [refundOf(500)] }],
    [false, 'it was refunded in full', { refunds: [refundOf(33_000)] }],
    [false, 'the refund failed', { refunds: [refundOf(33_000, true)] }],
    [false, 'an admin settled it', { settledCents: 33_000 }],
    [
      false,
      'the bank took the money back',
      { disputes: { du_1: { ...newDispute, takenCents: 33_000 } } },
    ],
  ])('has a refund due after a free cancellation: %s, because %s', (isRefundDue, _, charge) =>
    expect(chargeFor(player, charge, bookingCancelled({}))).toMatchObject({ isRefundDue }),
  );
});

it('shows only the player what is still owed', () => {
  const owing = { ...[bookingRequested()].reduce(booking.evolve, null)!, owedCents: 23_000 };
  const owedBy = (viewer: Actor) =>
    bookingView(owing, aListing(), viewer.id, owing.startTime).owedAmount;
  expect(owedBy(player)).toBe('230.00');
  expect(owedBy(host)).toBe('0.00');
});

it('masks contact details in the history for a host who never approved the booking', () => {
  expect(notesFor(host, bookingRequested(), bookingCancelled({ note }))).toEqual(['Write to •••']);
  expect(notesFor(host, bookingRequested(), bookingApproved(), bookingCancelled({ note }))).toEqual(
    [note],
  );
});

it('shows the full history to the player', () => {
  expect(notesFor(player, bookingRequested(), bookingCancelled({ note }))).toEqual([note]);
});

describe('the notes of a booking', () => {
  const viewFor = (viewer: Actor, ...events: BookingEvent[]) => {
    const booked = [bookingRequested({ notes: note }), ...events].reduce(booking.evolve, null)!;
    return bookingView(booked, aListing(), viewer.id, booked.requestedAt);
  };
  const notesOf = ({ notes, cancelNote, hidesContacts }: ReturnType<typeof viewFor>) => [
    notes,
    cancelNote,
    hidesContacts,
  ];

  it('mask contact details of the other side until the booking is confirmed', () => {
    expect(notesOf(viewFor(host))).toEqual(['Write to •••', '', true]);
    expect(notesOf(viewFor(player))).toEqual([note, '', true]);
    expect(notesOf(viewFor(host, bookingApproved()))).toEqual([note, '', false]);
  });

  it("mask the host's note to a player whose request was declined", () => {
    const declined = bookingCancelled({ note, noteBy: host.id });
    expect(notesOf(viewFor(player, declined))).toEqual([note, 'Write to •••', true]);
    expect(notesOf(viewFor(host, declined))).toEqual(['Write to •••', note, true]);
    expect(notesOf(viewFor(player, bookingApproved(), declined))).toEqual([note, note, false]);
  });

  it('show what an operator wrote', () => {
    const cancelled = bookingCancelled({ note, noteBy: 'operator' });
    for (const viewer of [player, host]) expect(viewFor(viewer, cancelled).cancelNote).toBe(note);
  });
});

it('shows the UTC offset at the start of the booking', () => {
  const offsetAt = (startTime: string) =>
    bookingView(
      booking.evolve(null, bookingRequested({ startTime }))!,
      aListing(),
      player.id,
      startTime,
    ).offset;
  expect(offsetAt('2027-03-13T18:00:00.000Z')).toBe('-08:00');
  expect(offsetAt('2027-07-10T18:00:00.000Z')).toBe('-07:00');
});
