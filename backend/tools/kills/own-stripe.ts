import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandIn } from '../stand-in.js';
import { refusing, startStripeGate } from './stripe-gate.js';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_courtly',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_courtly',
  STRIPE_WEBHOOK_SECRETS: 'whsec_courtly',
};

/**
 * The stand-in for Stripe, told of where Courtly is once that is known. `environment` is for the Courtly beside the workers that
 * are killed: it reads all that Stripe has, and moves no money, so that every call that does is one of theirs.
 */
export const startOwnStripe = async (courtly: () => string) => {
  const folder = await mkdtemp(join(tmpdir(), 'courtly-stripe-'));
  const webhooks = await startStripeGate(courtly, { asked: () => 'pass', answered: () => 'pass' });
  const told = [
    '--webhook-url',
    `${webhooks.url}/api/webhooks/stripe`,
    '--webhook-secret',
    keys.STRIPE_WEBHOOK_SECRETS,
  ];
  const stripe = await startStandIn('stripe', ['--data', join(folder, 'stripe.db'), ...told]);
  const beside = await startStripeGate(() => stripe.url, refusing);
  return {
    url: stripe.url,
    environment: { ...keys, STRIPE_URL: beside.url },
    async stop() {
      beside.stop();
      await stripe.kill();
      webhooks.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
