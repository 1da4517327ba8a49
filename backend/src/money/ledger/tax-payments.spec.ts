import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import type { TaxPaymentEvent } from './tax-payment.events.js';
import { type RecordTaxPayment, taxPayments } from './tax-payments.js';

const given = specification(taxPayments);
const payment = {
  paymentId: 'payment-1',
  city: 'Austin',
  month: '2027-03',
  amountCents: 2_640,
  paidOn: '2027-04-15',
  note: 'Confirmation 4711',
  recordedBy: 'ada',
  recordedAt: '2027-04-16T09:00:00.000Z',
};
const recorded = (changes: Partial<typeof payment> = {}): TaxPaymentEvent => ({
  type: 'TaxPaymentRecorded',
  data: { ...payment, ...changes },
});
const record = (changes: Partial<RecordTaxPayment['data']> = {}): RecordTaxPayment => ({
  type: 'RecordTaxPayment',
  data: { ...payment, collectedCents: 3_960, lastClosed: '2027-03', ...changes },
});

describe('a tax payment to a city', () => {
  it('is recorded even for a closed month', () => given().when(record()).then(recorded()));

  it('cannot exceed the amount that the city is still owed', () => {
    given()
      .when(record({ amountCents: 3_960 }))
      .then(recorded({ amountCents: 3_960 }));
    given()
      .when(record({ amountCents: 3_961 }))
      .thenRefused('invalid_request');
    given(recorded())
      .when(record({ amountCents: 1_320 }))
      .then(recorded({ amountCents: 1_320 }));
    given(recorded())
      .when(record({ amountCents: 1_321 }))
      .thenRefused('invalid_request');
    given(recorded({ city: 'Tempe' }))
      .when(record())
      .then(recorded());
    given()
      .when(record({ amountCents: 0 }))
      .thenRefused('invalid_request');
    given()
      .when(record({ collectedCents: -1 }))
      .thenRefused('invalid_request');
  });

  it('must be dated in an open month, and not in the future', () => {
    given()
      .when(record({ paidOn: '2027-03-31' }))
      .thenRefused('wrong_status');
    given()
      .when(record({ paidOn: '2027-04-17' }))
      .thenRefused('invalid_request');
    given()
      .when(record({ paidOn: '2027-03-31', lastClosed: null }))
      .then(recorded({ paidOn: '2027-03-31' }));
  });
});
