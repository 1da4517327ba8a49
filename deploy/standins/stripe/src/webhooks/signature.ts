import { createHmac } from 'node:crypto';

/**
 * The header `Stripe-Signature` of one attempt: HMAC-SHA256 of `t.body` with the whole secret, in hex. `time` in unix seconds
 * (https://docs.stripe.com/webhooks#verify-manually).
 */
export function signatureHeader(
  bodyText: string,
  signingSecret: string,
  timestamp: number,
): string {
  const signatureHex = createHmac('sha256', signingSecret)
    .update(`${timestamp}.${bodyText}`)
    .digest('hex');
  return `t=${timestamp},v1=${signatureHex}`;
}
