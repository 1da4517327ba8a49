import { Failure } from '@courtly/backend/cli/cli';
import { MINUTE_MS } from '@courtly/backend/platform/kernel/local-time';
import Stripe from 'stripe';

/** A Stripe stand-in: its API, and controls that Stripe itself does not have (see its README). */
export type StripeStandIn = Readonly<{
  api: Stripe;
  control<T = unknown>(
    method: 'GET' | 'POST' | 'DELETE',
    requestPath: string,
    requestBody?: object,
  ): Promise<T>;
}>;

/** Long enough for one day's due work on a busy machine. */
const CONTROL_WITHIN_MS = 5 * MINUTE_MS;

/** @throws Failure if Courtly does not use a Stripe stand-in */
export const stripeOf = ({
  STRIPE_URL,
  STRIPE_SECRET_KEY,
}: Readonly<Record<string, string>>): StripeStandIn => {
  if (!STRIPE_URL || !STRIPE_SECRET_KEY)
    throw new Failure(
      'This Courtly does not use the Stripe stand-in. Start it without STRIPE_SECRET_KEY.',
    );
  const { hostname, port } = new URL(STRIPE_URL);
  return {
    api: new Stripe(STRIPE_SECRET_KEY, { host: hostname, port, protocol: 'http' }),
    async control<T>(httpMethod: string, requestPath: string, requestBody?: object) {
      const headers = { 'Content-Type': 'application/json' };
      const sent = {
        method: httpMethod,
        headers,
        signal: AbortSignal.timeout(CONTROL_WITHIN_MS),
        ...(requestBody && { body: JSON.stringify(requestBody) }),
      };
      const response = await fetch(`${STRIPE_URL}/_control${requestPath}`, sent).catch(
        (error: unknown) => {
          throw new Failure(
            `${httpMethod} ${requestPath}: no response from the Stripe stand-in (${String(error)})`,
          );
        },
      );
      if (!response.ok) throw new Failure(`${httpMethod} ${requestPath}: ${await response.text()}`);
      return (await response.json()) as T;
    },
  };
};
