import { Failure } from '@courtly/backend/cli/cli';
import Stripe from 'stripe';

/** The stand-in for Stripe of a Courtly: its API, and what Stripe has no call for, as its README lists. */
export type StripeStandIn = Readonly<{
  api: Stripe;
  control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
}>;

/** @throws Failure where no stand-in takes cards */
export const stripeOf = ({
  STRIPE_URL,
  STRIPE_SECRET_KEY,
}: Readonly<Record<string, string>>): StripeStandIn => {
  if (!STRIPE_URL || !STRIPE_SECRET_KEY) throw new Failure('No stand-in for Stripe runs there.');
  const { hostname, port } = new URL(STRIPE_URL);
  return {
    api: new Stripe(STRIPE_SECRET_KEY, { host: hostname, port, protocol: 'http' }),
    async control<T>(method: string, path: string, body?: object) {
      const headers = { 'Content-Type': 'application/json' };
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await fetch(`${STRIPE_URL}/_control${path}`, sent);
      if (!answer.ok) throw new Failure(`${method} ${path}: ${await answer.text()}`);
      return (await answer.json()) as T;
    },
  };
};
