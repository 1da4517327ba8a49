import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { StripeRefusal, withRefusals } from './stripe.js';

const { StripeAPIError, StripeCardError, StripeInvalidRequestError, StripePermissionError } =
  Stripe.errors;
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
  ])('is refused by %s, which a repetition does not change', async (_, error) => {
    const refusal: unknown = await withRefusals(Promise.reject(error)).catch(
      (thrown: unknown) => thrown,
    );
    expect(refusal).toBeInstanceOf(StripeRefusal);
    expect(refusal).toMatchObject({ code: 'refused_code', message: 'No.' });
  });

  it('can be repeated after an error of the server', () => {
    const error = new StripeAPIError({ type: 'api_error', message: 'Try again.' });
    return expect(withRefusals(Promise.reject(error))).rejects.toBe(error);
  });
});
