import { createHmac } from 'node:crypto';

/**
 * The header `Stripe-Signature` of one attempt: HMAC-SHA256 of `t.body` with the whole secret, in hex. `time` in unix seconds
 * (https://docs.stripe.com/webhooks#verify-manually).
 */
export function signature(body: string, secret: string, time: number): string {
  const signed = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${signed}`;
}
