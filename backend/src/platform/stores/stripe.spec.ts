import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { StripeRefusal, callIdempotently, withRefusals } from './stripe.js';

const { StripeAPIError, StripeCardError, StripeIdempotencyError } = Stripe.errors;
const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
const codes = { code: 'refused_code', message: 'No.' } as const;

describe('a call to Stripe', () => {
  it.each([
    [
      'an invalid request',
      new StripeInvalidRequestError({ type: 'invalid_request_error', ...codes }),
    ],
    [
      'a missing permission',
      new StripePermissionError({ type: 'invalid_request_error', ...codes }),
    ],
    ['a bank that declines', new StripeCardError({ type: 'card_error', ...codes })],
  ])('is refused by %s, and would be refused again', async (_, error) => {
    const refusal: unknown = await withRefusals(Promise.reject(error)).catch(
      (thrown: unknown) => thrown,
    );
    expect(refusal).toBeInstanceOf(StripeRefusal);
    expect(refusal).toMatchObject({ code: 'refused_code', message: 'No.' });
  });

  it('is refused if its key was used with other parameters', async () => {
    const error = new StripeIdempotencyError({ type: 'idempotency_error', statusCode: 400 });
    const refusal = withRefusals(Promise.reject(error));
    await expect(refusal).rejects.toBeInstanceOf(StripeRefusal);
    await expect(refusal).rejects.toMatchObject({ code: 'idempotency_error' });
  });

  it.each([
    ['a server error', new StripeAPIError({ type: 'api_error', message: 'Try again.' })],
    [
      'a call with the same key that is still running',
      new StripeInvalidRequestError({
        type: 'invalid_request_error',
        code: 'idempotency_key_in_use',
        statusCode: 409,
      }),
    ],
  ])('can be retried after %s', (_, error) =>
    expect(withRefusals(Promise.reject(error))).rejects.toBe(error),
  );
});

it('a call gets a new key after each error that Stripe has stored, across runs', async () => {
  const storedKeys = new Set<string>();
  let isDown = true;
  const call = (key: string): Promise<string> => {
    const isReplayed = storedKeys.has(key);
    if (!isDown && !isReplayed) return Promise.resolve(key);
    storedKeys.add(key);
    const headers = { 'idempotent-replayed': String(isReplayed) };
    return Promise.reject(
      new StripeAPIError({ type: 'api_error', message: 'Down.', statusCode: 500, headers }),
    );
  };
  const run = () => callIdempotently('refund', call, () => Promise.resolve(null));
  for (const keyCount of [5, 6, 7]) {
    await expect(run()).rejects.toBeInstanceOf(StripeAPIError);
    expect(storedKeys.size).toBe(keyCount);
  }
  isDown = false;
  expect(await run()).toBe('refund:8');
});
