import { expect, it } from '@jest/globals';
import { atRisk } from './fraud-warnings.commands.js';

const authorized = { captured: false, amount: 33_000, amount_captured: 0 };
const charged = { ...authorized, captured: true, amount_captured: 16_500 };
const refunds = [
  { id: 're_1', amount: 500, status: 'succeeded' },
  { id: 're_2', amount: 300, status: 'pending' },
  { id: 're_3', amount: 900, status: 'failed' },
];

it('the amount at risk is what was charged and not refunded, or what was authorized', () => {
  expect(atRisk(charged, { status: 'succeeded' }, refunds)).toEqual({
    amountCents: 15_700,
    refundedCents: { re_1: 500, re_2: 300 },
  });
  const whole = { amountCents: 33_000, refundedCents: {} };
  expect(atRisk(authorized, { status: 'requires_capture' }, [])).toEqual(whole);
  expect(atRisk(authorized, { status: 'canceled' }, [])).toEqual({ ...whole, amountCents: 0 });
});
