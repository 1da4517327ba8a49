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

it('deliver normally by default', () =>
  expect(fates(NO_DELIVERY_RULES, 3)).toEqual(
    Array(3).fill({ copies: 1, delaySeconds: 0, swaps: false }),
  ));

it('affect only the next deliveries', () =>
  expect(
    fates({ seed: 1, lose: { next: 1 }, duplicate: { next: 2 } }, 3).map(({ copies }) => copies),
  ).toEqual([0, 2, 1]));

it('affect about the requested fraction', () => {
  const lost = fates({ seed: 42, lose: { fraction: 0.3 } }, 1_000).filter(
    ({ copies }) => copies === 0,
  ).length;
  expect(lost).toBeGreaterThan(250);
  expect(lost).toBeLessThan(350);
});

it('affect only the given types', () =>
  expect(fates({ seed: 1, types: ['refund.failed'], lose: { fraction: 1 } }, 1)[0]!.copies).toBe(
    1,
  ));

it('give the same results for the same seed', () => {
  const weather = { seed: 7, lose: { fraction: 0.2 }, reorder: { fraction: 0.5 } };
  expect(fates(weather, 50)).toEqual(fates(weather, 50));
  expect(fates({ ...weather, seed: 8 }, 50)).not.toEqual(fates(weather, 50));
});
