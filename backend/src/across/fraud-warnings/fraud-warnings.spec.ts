import { expect, it } from '@jest/globals';
import { amountAtRisk } from './fraud-warnings.commands.js';

const authorized = { captured: false, amount: 33_000, amount_captured: 0, amount_refunded: 0 };
const charged = { ...authorized, captured: true, amount_captured: 16_500, amount_refunded: 500 };

it('puts at risk what was charged and not refunded, or the authorized amount', () => {
  expect(amountAtRisk(charged, { status: 'succeeded' })).toBe(16_000);
  expect(amountAtRisk(authorized, { status: 'requires_capture' })).toBe(33_000);
  expect(amountAtRisk(authorized, { status: 'canceled' })).toBe(0);
});
