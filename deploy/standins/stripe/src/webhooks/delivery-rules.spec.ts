import { expect, it } from '@jest/globals';
import { NO_DELIVERY_RULES, decideDelivery, type DeliveryRules } from './delivery-rules.js';

/** The fates of `count` deliveries. */
function fates(rules: DeliveryRules, count: number, type = 'charge.captured') {
  let currentRules = rules;
  return Array.from({ length: count }, () => {
    const { fate, rules: updatedRules } = decideDelivery(currentRules, type);
    currentRules = updatedRules;
    return fate;
  });
}

it('delivers normally without rules', () =>
  expect(fates(NO_DELIVERY_RULES, 3)).toEqual(
    Array(3).fill({ copies: 1, delaySeconds: 0, swaps: false }),
  ));

it('affects only the next deliveries', () =>
  expect(
    fates({ seed: 1, lose: { next: 1 }, duplicate: { next: 2 } }, 3).map(({ copies }) => copies),
  ).toEqual([0, 2, 1]));

it('affects about the requested fraction of deliveries', () => {
  const lost = fates({ seed: 42, lose: { fraction: 0.3 } }, 1_000).filter(
    ({ copies }) => copies === 0,
  ).length;
  expect(lost).toBeGreaterThan(250);
  expect(lost).toBeLessThan(350);
});

it('affects only the given event types', () =>
  expect(fates({ seed: 1, types: ['refund.failed'], lose: { fraction: 1 } }, 1)[0]!.copies).toBe(
    1,
  ));

it('makes the same choices for the same seed', () => {
  const rules = { seed: 7, lose: { fraction: 0.2 }, reorder: { fraction: 0.5 } };
  expect(fates(rules, 50)).toEqual(fates(rules, 50));
  expect(fates({ ...rules, seed: 8 }, 50)).not.toEqual(fates(rules, 50));
});
