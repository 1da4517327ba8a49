import { expect, it } from '@jest/globals';
import { NO_DELIVERY_RULES, decideDelivery, type DeliveryRules } from './delivery-rules.js';

/** The fates of `count` deliveries. */
function fates(weather: DeliveryRules, count: number, type = 'charge.captured') {
  let now = weather;
  return Array.from({ length: count }, () => {
    const { fate, weather: after } = decideDelivery(now, type);
    now = after;
    return fate;
  });
}

it('leaves deliveries alone when it is calm', () =>
  expect(fates(NO_DELIVERY_RULES, 3)).toEqual(
    Array(3).fill({ copies: 1, delaySeconds: 0, swaps: false }),
  ));

it('meets the next ones, and no more', () =>
  expect(
    fates({ seed: 1, lose: { next: 1 }, duplicate: { next: 2 } }, 3).map(({ copies }) => copies),
  ).toEqual([0, 2, 1]));

it('meets about the share that was asked for', () => {
  const lost = fates({ seed: 42, lose: { fraction: 0.3 } }, 1_000).filter(
    ({ copies }) => copies === 0,
  ).length;
  expect(lost).toBeGreaterThan(250);
  expect(lost).toBeLessThan(350);
});

it('meets only the types that were named', () =>
  expect(fates({ seed: 1, types: ['refund.failed'], lose: { fraction: 1 } }, 1)[0]!.copies).toBe(
    1,
  ));

it('makes the same choices with the same seed', () => {
  const weather = { seed: 7, lose: { fraction: 0.2 }, reorder: { fraction: 0.5 } };
  expect(fates(weather, 50)).toEqual(fates(weather, 50));
  expect(fates({ ...weather, seed: 8 }, 50)).not.toEqual(fates(weather, 50));
});
