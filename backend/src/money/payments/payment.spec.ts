import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldAll } from '../../platform/kernel/decider.js';
import { refundOf } from '../../../testing/paid-booking.js';
import { specification } from '../../../testing/specification.js';
import { type Intent, type PaidBooking, payment } from './payment.js';
import { refundedCents } from './payment-sums.js';
import { newDispute } from './disputes.js';
import { leftOfWrongCharge } from './wrong-charge.js';
import { type PaymentEvent, paymentEvents } from './payment.events.js';

const given = specification(payment);
const recordedAt = '2027-03-10T12:05:00.000Z';
const captureBefore = '2027-03-17T12:05:00.000Z';

const paid: PaidBooking = {
  bookingId: 'roxbury-20270313-aaaaaaaa',
  courtId: 'roxbury',
  hostId: 'hana',
  playerId: 'pavel',
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'America/Los_Angeles',
  totalCents: 33_000,
  payoutCents: 29_700,
  policyId: 'standard-1',
};
const intentFields = { ...paid, intentId: 'pi_1' };
const charge = { chargeId: 'ch_1', declineCode: null, captureBefore, processorFeeCents: null };
const open: Intent = {
  intentId: 'pi_1',
  clientSecret: 'pi_1_secret',
  status: 'open',
  amountCents: 33_000,
  receivedCents: 0,
  currency: 'usd',
  charge: null,
  refunds: [],
  disputes: [],
};
const authorisedIntent: Intent = { ...open, status: 'authorised', charge };
const capturedIntent: Intent = {
  ...open,
  status: 'captured',
  receivedCents: 33_000,
  charge: { ...charge, processorFeeCents: 987 },
};
const note = (intent: Intent) =>
  ({ type: 'RecordIntent', data: { booking: paid, intent, at: recordedAt } }) as const;

const created: PaymentEvent = {
  type: 'PaymentIntentCreated',
  data: { ...intentFields, clientSecret: 'pi_1_secret', createdAt: recordedAt },
};
const amount = { chargeId: 'ch_1', amountCents: 33_000 };
const authorised: PaymentEvent = {
  type: 'PaymentAuthorised',
  data: { ...intentFields, ...amount, captureBefore, authorisedAt: recordedAt },
};
const captured: PaymentEvent = {
  type: 'PaymentCaptured',
  data: { ...intentFields, ...amount, processorFeeCents: 987, capturedAt: recordedAt },
};
const released = (wasAuthorised: boolean): PaymentEvent => ({
  type: 'PaymentReleased',
  data: { ...intentFields, wasAuthorised, releasedAt: recordedAt },
});
const back = (
  refundId: string,
  amountCents: number,
  changes: Parameters<typeof refundOf>[1] = {},
): PaymentEvent => {
  const { source, orderId } = refundOf(amountCents, changes);
  return {
    type: 'PaymentRefunded',
    data: { ...paid, refundId, amountCents, source, orderId, refundedAt: recordedAt },
  };
};

describe('a payment', () => {
  it('starts with the intent and its secret', () => given().when(note(open)).then(created));

  it('ignores a repeated snapshot', () => {
    given(created).when(note(open)).thenNothing();
    given(created, authorised).when(note(authorisedIntent)).thenNothing();
    given(created, authorised, captured).when(note(capturedIntent)).thenNothing();
  });

  it('records an authorization and then a capture', () => {
    given(created).when(note(authorisedIntent)).then(authorised);
    given(created, authorised).when(note(capturedIntent)).then(captured);
  });

  it('records the amount that was charged, not the authorized one', () => {
    const partlyCaptured = { ...capturedIntent, receivedCents: 16_500 };
    const partly: PaymentEvent = {
      ...captured,
      data: { ...captured.data, amountCents: 16_500 },
    } as PaymentEvent;
    given(created, authorised).when(note(partlyCaptured)).then(partly);
    expect(foldAll(payment, [created, authorised, partly])!.capturedCents).toBe(16_500);
  });

  it('records a fee that Stripe reports after the charge once', () => {
    const chargedWithoutFee: PaymentEvent = {
      ...captured,
      data: { ...captured.data, processorFeeCents: 0 },
    } as PaymentEvent;
    const feeRecorded: PaymentEvent = {
      type: 'PaymentFeeRecorded',
      data: {
        ...intentFields,
        chargeId: 'ch_1',
        processorFeeCents: 987,
        changeCents: 987,
        recordedAt,
      },
    };
    given(created, authorised)
      .when(note({ ...capturedIntent, charge }))
      .then(chargedWithoutFee);
    given(created, authorised, chargedWithoutFee)
      .when(note({ ...capturedIntent, charge }))
      .thenNothing();
    const charged = [created, authorised, chargedWithoutFee];
    given(...charged)
      .when(note(capturedIntent))
      .then(feeRecorded);
    given(...charged, feeRecorded)
      .when(note(capturedIntent))
      .thenNothing();
    expect(foldAll(payment, [...charged, feeRecorded])!.feeCents).toBe(987);
  });

  it('flags another currency as a mismatch', () => {
    given(created)
      .when(note({ ...authorisedIntent, currency: 'eur' }))
      .then({
        type: 'PaymentMismatched',
        data: {
          ...intentFields,
          expectedCents: 33_000,
          foundCents: 33_000,
          foundCurrency: 'eur',
          foundAt: recordedAt,
        },
      });
  });

  it('ignores a late snapshot of an earlier status', () => {
    given(created, authorised, captured).when(note(authorisedIntent)).thenNothing();
    given(created, authorised, released(true)).when(note(open)).thenNothing();
  });

  it('records an authorization that was never reported', () => {
    given().when(note(authorisedIntent)).then(created, authorised);
    given(created).when(note(capturedIntent)).then(authorised, captured);
  });

  it('records a canceled intent as released, whether authorized or not', () => {
    given(created)
      .when(note({ ...open, status: 'cancelled' }))
      .then(released(false));
    given(created, authorised)
      .when(note({ ...authorisedIntent, status: 'cancelled' }))
      .then(released(true));
  });

  it('records the paid or waived amount, and the amount left', () => {
    const seen = [created, authorised];
    const settle = (amountCents: number, outcome: 'paid' | 'waived') =>
      ({
        type: 'SettleOtherwise',
        data: {
          booking: paid,
          orderId: 'order-1',
          amountCents,
          outcome,
          seen: foldAll(payment, seen),
          dueObligation: 'charge',
          dueCents: 33_000,
          isMoving: false,
          refundOrderId: null,
          reason: 'Paid in part.',
          orderedBy: 'avery',
          at: recordedAt,
        },
      }) as const;
    const settled = payment.decide(settle(10_000, 'paid'), foldAll(payment, seen));
    expect(settled).toMatchObject([{ data: { outcome: 'paid', leftCents: 23_000 } }]);
    expect(foldAll(payment, [...seen, ...settled])!.settledOtherwise).toEqual({
      refundCents: 0,
      paidRefundCents: 0,
      chargeCents: 10_000,
      paidChargeCents: 10_000,
    });
    const waived = payment.decide(settle(33_000, 'waived'), foldAll(payment, seen));
    expect(foldAll(payment, [...seen, ...waived])!.settledOtherwise).toMatchObject({
      chargeCents: 33_000,
      paidChargeCents: 0,
    });
  });

  it('records only once that the same amount must be returned outside Stripe', () => {
    const record = (amountCents: number) =>
      ({ type: 'RecordReturn', data: { booking: paid, amountCents, at: recordedAt } }) as const;
    const due: PaymentEvent = {
      type: 'PaymentReturnDue',
      data: { ...paid, amountCents: 33_000, dueAt: recordedAt },
    };
    given(created).when(record(33_000)).then(due);
    given(created, due).when(record(33_000)).thenNothing();
  });

  it('is settled outside Stripe only if it has not changed since the admin saw it', () => {
    const settleAfter = (...seenEvents: PaymentEvent[]) =>
      ({
        type: 'SettleOtherwise',
        data: {
          booking: paid,
          orderId: 'order-1',
          amountCents: 33_000,
          outcome: 'paid',
          seen: foldAll(payment, seenEvents),
          dueObligation: 'refund',
          dueCents: 33_000,
          isMoving: false,
          refundOrderId: null,
          reason: 'Paid by check.',
          orderedBy: 'avery',
          at: recordedAt,
        },
      }) as const;
    const settled: PaymentEvent = {
      type: 'PaymentSettledOtherwise',
      data: {
        ...paid,
        orderId: 'order-1',
        obligation: 'refund',
        outcome: 'paid',
        amountCents: 33_000,
        leftCents: 0,
        reason: 'Paid by check.',
        orderedBy: 'avery',
        settledAt: recordedAt,
      },
    };
    const charged = [created, authorised, captured];
    given(...charged)
      .when(settleAfter(...charged))
      .then(settled);
    given(...charged, settled)
      .when(settleAfter(...charged))
      .thenRefused('conflict');
    given(...charged, back('re_1', 33_000))
      .when(settleAfter(...charged))
      .thenRefused('conflict');
    const { type, data } = settleAfter(...charged);
    given(...charged)
      .when({ type, data: { ...data, isMoving: true } })
      .thenRefused('conflict');
  });

  it('records each declined card once and accepts another card', () => {
    const declinedCharge = { ...charge, chargeId: 'ch_0', declineCode: 'insufficient_funds' };
    const declined: PaymentEvent = {
      type: 'PaymentDeclined',
      data: {
        ...intentFields,
        chargeId: 'ch_0',
        code: 'insufficient_funds',
        declinedAt: recordedAt,
      },
    };
    given(created)
      .when(note({ ...open, charge: declinedCharge }))
      .then(declined);
    given(created, declined)
      .when(note({ ...open, charge: declinedCharge }))
      .thenNothing();
    given(created, declined).when(note(authorisedIntent)).then(authorised);
  });

  it('records at most 20 declined cards', () => {
    const decline = (index: number): PaymentEvent => ({
      type: 'PaymentDeclined',
      data: {
        ...intentFields,
        chargeId: `ch_${index}`,
        code: 'generic_decline',
        declinedAt: recordedAt,
      },
    });
    const declines = Array.from({ length: 20 }, (_, index) => decline(index));
    const next = {
      ...open,
      charge: { ...charge, chargeId: 'ch_20', declineCode: 'generic_decline' },
    };
    given(created, ...declines.slice(1))
      .when(note(next))
      .then(decline(20));
    given(created, ...declines)
      .when(note(next))
      .thenNothing();
  });

  it('records each refund and its later failure', () => {
    const refund = { refundId: 're_1', ...refundOf(16_500) };
    const failed: PaymentEvent = {
      type: 'PaymentRefundFailed',
      data: { ...paid, refundId: 're_1', amountCents: 16_500, failedAt: recordedAt },
    };
    const earlierEvents = [created, authorised, captured];
    given(...earlierEvents)
      .when(note({ ...capturedIntent, refunds: [refund] }))
      .then(back('re_1', 16_500));
    given(...earlierEvents, back('re_1', 16_500))
      .when(note({ ...capturedIntent, refunds: [{ ...refund, failed: true }] }))
      .then(failed);
    given(...earlierEvents, back('re_1', 16_500), failed)
      .when(note({ ...capturedIntent, refunds: [{ ...refund, failed: true }] }))
      .thenNothing();
    expect(refundedCents(foldAll(payment, [...earlierEvents, back('re_1', 16_500)])!)).toBe(16_500);
    expect(refundedCents(foldAll(payment, [...earlierEvents, back('re_1', 16_500), failed])!)).toBe(
      0,
    );
  });

  it('records where a refund was made and for which order', () => {
    const refund = refundOf(5_000, { source: 'dashboard' });
    given(created, authorised, captured)
      .when(
        note({
          ...capturedIntent,
          refunds: [
            { refundId: 're_1', ...refund },
            { refundId: 're_2', ...refundOf(2_000, { orderId: 'order-1' }) },
          ],
        }),
      )
      .then(
        back('re_1', 5_000, { source: 'dashboard' }),
        back('re_2', 2_000, { orderId: 'order-1' }),
      );
  });

  it('flags a wrong amount once and records nothing else', () => {
    const other = { ...authorisedIntent, amountCents: 32_999 };
    const mismatched: PaymentEvent = {
      type: 'PaymentMismatched',
      data: {
        ...intentFields,
        expectedCents: 33_000,
        foundCents: 32_999,
        foundCurrency: 'usd',
        foundAt: recordedAt,
      },
    };
    given().when(note(other)).then(created, mismatched);
    given(created, mismatched).when(note(other)).thenNothing();
  });

  describe('with a wrong amount that was charged', () => {
    const wrongCharge = { ...charge, processorFeeCents: 320 };
    const wrong = {
      ...capturedIntent,
      amountCents: 10_000,
      receivedCents: 10_000,
      charge: wrongCharge,
    };
    const withRefund = (amountCents: number, failed = false): Intent => ({
      ...wrong,
      refunds: [{ refundId: 're_1', ...refundOf(amountCents, { failed }) }],
    });
    const withDispute = (
      status: 'open' | 'won' | 'lost',
      takenCents: number,
      returnedCents = 0,
    ): Intent => ({
      ...wrong,
      disputes: [
        { ...newDispute, disputeId: 'du_1', isAppeal: false, status, takenCents, returnedCents },
      ],
    });
    const found = { expectedCents: 33_000, foundCents: 10_000, foundCurrency: 'usd' };
    const mismatched: PaymentEvent = {
      type: 'PaymentMismatched',
      data: { ...intentFields, ...found, foundAt: recordedAt },
    };
    const chargedFields = { chargeId: 'ch_1', amountCents: 10_000, currency: 'usd' };
    const wronglyCharged: PaymentEvent = {
      type: 'PaymentMismatchCharged',
      data: { ...intentFields, ...chargedFields, processorFeeCents: 320, chargedAt: recordedAt },
    };
    const movement = { ...paid, wrongCurrency: 'usd' };
    const refunded = (amountCents: number): PaymentEvent => ({
      type: 'PaymentRefunded',
      data: {
        ...movement,
        refundId: 're_1',
        amountCents,
        source: 'courtly',
        orderId: null,
        refundedAt: recordedAt,
      },
    });
    const refundFailed: PaymentEvent = {
      type: 'PaymentRefundFailed',
      data: { ...movement, refundId: 're_1', amountCents: 10_000, failedAt: recordedAt },
    };
    const taken: PaymentEvent = {
      type: 'PaymentDisputed',
      data: {
        ...movement,
        disputeId: 'du_1',
        amountCents: 10_000,
        feeCents: 0,
        disputedAt: recordedAt,
      },
    };
    const refundedBefore = [created, mismatched, wronglyCharged, refunded(10_000), released(false)];

    it('is recorded once, and does not pay for the booking', () => {
      given(created).when(note(wrong)).then(mismatched, wronglyCharged);
      given(created, mismatched, wronglyCharged).when(note(wrong)).thenNothing();
      expect(foldAll(payment, [created, mismatched, wronglyCharged])).toMatchObject({
        status: 'open',
        capturedCents: 0,
        wrongCharge: { amountCents: 10_000, feeCents: 320 },
      });
    });

    it('keeps the time of a refund that was made long ago, so that no one is notified of it', () => {
      const madeAt = '2027-03-09T12:04:59.999Z';
      const withEarlier = (time: string): Intent => {
        const [refund] = withRefund(10_000, true).refunds;
        return { ...wrong, refunds: [{ ...refund!, madeAt: time }] };
      };
      const late = (refundEvent: PaymentEvent) =>
        ({ ...refundEvent, data: { ...refundEvent.data, madeAt } }) as PaymentEvent;
      given(created, mismatched)
        .when(note(withEarlier(madeAt)))
        .then(wronglyCharged, late(refunded(10_000)), late(refundFailed));
      given(created, mismatched)
        .when(note(withEarlier('2027-03-09T12:05:00.000Z')))
        .then(wronglyCharged, refunded(10_000), refundFailed);
      given(created, mismatched, wronglyCharged)
        .when(note(withEarlier(madeAt)))
        .then(refunded(10_000), refundFailed);
    });

    it('counts as released once all of it is returned', () => {
      given(created, mismatched, wronglyCharged)
        .when(note(withRefund(9_999)))
        .then(refunded(9_999));
      given(created, mismatched, wronglyCharged)
        .when(note(withRefund(10_000)))
        .then(refunded(10_000), released(false));
    });

    it('is owed again if its refund fails after the release', () => {
      given(...refundedBefore)
        .when(note(withRefund(10_000, true)))
        .then(refundFailed);
      const failed = foldAll(payment, [...refundedBefore, refundFailed])!;
      expect(leftOfWrongCharge(failed)).toBe(10_000);
      expect(failed.failedRefunds).toEqual({ count: 1, failedAt: recordedAt });
    });

    it('records what banks take back and return', () => {
      given(created, mismatched, wronglyCharged)
        .when(note(withDispute('open', 10_000)))
        .then(
          {
            type: 'PaymentDisputeOpened',
            data: {
              ...movement,
              disputeId: 'du_1',
              isInquiry: false,
              disputedCents: 0,
              bankReason: '',
              dueAt: null,
              openedAt: recordedAt,
            },
          },
          taken,
          released(false),
        );
      const won: PaymentEvent = {
        type: 'PaymentDisputeClosed',
        data: {
          ...movement,
          disputeId: 'du_1',
          won: true,
          returnedCents: 10_000,
          returnedFeeCents: 0,
          lostCents: 0,
          closedAt: recordedAt,
        },
      };
      const disputed = [created, mismatched, wronglyCharged, taken, released(false)];
      given(...disputed)
        .when(note(withDispute('won', 10_000, 10_000)))
        .then(won);
      expect(leftOfWrongCharge(foldAll(payment, disputed)!)).toBe(0);
      expect(leftOfWrongCharge(foldAll(payment, [...disputed, won])!)).toBe(10_000);
    });

    it('records a fee that Stripe reports later', () => {
      const laterFee = { ...wrong, charge: { ...charge, processorFeeCents: 350 } };
      given(created, mismatched, wronglyCharged)
        .when(note(laterFee))
        .then({
          type: 'PaymentFeeRecorded',
          data: {
            ...intentFields,
            wrongCurrency: 'usd',
            chargeId: 'ch_1',
            processorFeeCents: 350,
            changeCents: 30,
            recordedAt,
          },
        });
    });

    it('can be settled outside Stripe', () => {
      const failed = foldAll(payment, [...refundedBefore, refundFailed])!;
      const events = payment.decide(
        {
          type: 'SettleOtherwise',
          data: {
            booking: paid,
            orderId: 'order-1',
            amountCents: 10_000,
            outcome: 'paid',
            seen: failed,
            dueObligation: 'refund',
            dueCents: 10_000,
            isMoving: false,
            refundOrderId: null,
            reason: 'Paid by check.',
            orderedBy: 'ada',
            at: recordedAt,
          },
        },
        failed,
      );
      expect(events).toMatchObject([{ data: { wrongCurrency: 'usd', leftCents: 0 } }]);
      const settled = foldAll(payment, [...refundedBefore, refundFailed, ...events])!;
      expect(leftOfWrongCharge(settled)).toBe(0);
      expect(settled.settledOtherwise.refundCents).toBe(0);
    });
  });

  it('ignores another intent', () =>
    given(created)
      .when(note({ ...capturedIntent, intentId: 'pi_2' }))
      .thenNothing());

  it('reaches the same state for any order and repetition of snapshots', () => {
    const refund = { refundId: 're_1', ...refundOf(33_000) };
    const reportedIntents = [
      open,
      authorisedIntent,
      capturedIntent,
      { ...capturedIntent, refunds: [refund] },
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...reportedIntents), { maxLength: 12 }), (sent) => {
        const events: PaymentEvent[] = [];
        for (const intent of [...sent, reportedIntents.at(-1)!])
          events.push(...payment.decide(note(intent), foldAll(payment, events)));
        expect(events).toEqual([created, authorised, captured, back('re_1', 33_000)]);
      }),
    );
  });
});

it('does not guess the currency of a mismatch that was recorded without one', () =>
  expect(paymentEvents.definitions.PaymentMismatched.upcasts[1]({ foundCents: 7 })).toEqual({
    foundCents: 7,
    foundCurrency: 'xxx',
  }));
