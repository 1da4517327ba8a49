import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { CONFIG, type Config } from '../config.js';

const TIMEOUT_MS = 20_000;

/** Stripe's client: of Stripe itself, or of the server that STRIPE_URL names. Workers call it, and the command line. */
@Injectable()
export class StripeClient {
  readonly api: Stripe | null;

  constructor(@Inject(CONFIG) { STRIPE_SECRET_KEY, STRIPE_URL }: Config) {
    this.api = STRIPE_SECRET_KEY
      ? new Stripe(STRIPE_SECRET_KEY, { timeout: TIMEOUT_MS, ...addressOf(STRIPE_URL) })
      : null;
  }
}

const addressOf = (address: string | undefined): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> => {
  if (!address) return {};
  const { hostname, port, protocol } = new URL(address);
  const isPlain = protocol === 'http:';
  return { host: hostname, port: port || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' };
};
