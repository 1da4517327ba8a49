import { expect, it } from '@jest/globals';
import { StripeFaults } from './stripe-faults.js';

it('drops a late charge if the bank has declined its retry', () => {
  let now = 0;
  const faults = new StripeFaults(() => now);
  const capture = ['POST', '/v1/payment_intents/pi_1/capture', 'capture-1'] as const;
  faults.callLater({ delayedSeconds: 63, isAtStripe: false }, 'capture-1', async () => undefined);
  faults.declineCapture();
  expect(faults.next(...capture)).toBe('card declined');
  now += 63_000;
  expect(faults.takeLateCalls()).toEqual([]);
});
