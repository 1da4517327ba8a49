import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { CONFIG, type Config } from '../../config.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { answered } from '../payments/answered.js';
import { StripeClient, callIdempotently } from '../../platform/stores/stripe.js';
import type { Account } from './payout-account.js';

/** A browser waits for the address of Stripe's page: what takes longer is asked for once more by the person. */
const waited = { timeout: 8_000, maxNetworkRetries: 0 };
const PAGE = 100;

/** The calls by which hosts can be paid: an account of their own at Stripe, of which Courtly never sees the bank. */
@Injectable()
export class AccountCalls {
  constructor(
    private readonly client: StripeClient,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async read(accountId: string): Promise<Account> {
    return accountOf(await this.client.needed.accounts.retrieve(accountId));
  }

  /** Makes the account of a host, once. @throws DomainError forbidden, store_unavailable */
  create(hostId: string): Promise<Account> {
    return this.inTime((stripe) => {
      const create = async (idempotencyKey: string) =>
        accountOf(
          await stripe.accounts.create(
            {
              controller: {
                stripe_dashboard: { type: 'express' },
                fees: { payer: 'application' },
                losses: { payments: 'application' },
              },
              capabilities: { transfers: { requested: true } },
              metadata: { hostId },
            },
            { idempotencyKey, ...waited },
          ),
        );
      return callIdempotently(`host:${hostId}:account`, create, () => this.find(stripe, hostId));
    });
  }

  /** A page of Stripe's that opens once, within five minutes. @throws DomainError forbidden, store_unavailable */
  link(accountId: string): Promise<string> {
    const page = `${this.config.PUBLIC_URL}/host/earnings`;
    const its = { account: accountId, type: 'account_onboarding' } as const;
    return this.inTime(async (stripe) => {
      const params = {
        ...its,
        refresh_url: `${page}?payouts=again`,
        return_url: `${page}?payouts=back`,
      };
      return (await stripe.accountLinks.create(params, waited)).url;
    });
  }

  /** The account that was made by a call whose answer was lost: its key has lived for a day at the most. */
  private async find(stripe: Stripe, hostId: string): Promise<Account | null> {
    const gte = Math.floor((Date.now() - DAY_MS) / 1_000);
    for await (const account of stripe.accounts.list({ created: { gte }, limit: PAGE }))
      if (account.metadata?.['hostId'] === hostId) return accountOf(account);
    return null;
  }

  private async inTime<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
    const { stripeClient: api } = this.client;
    if (!api || !this.config.policy.paymentRequired)
      throw new DomainError(
        'forbidden',
        'Bookings are not paid by card here, so there is nothing to set up.',
      );
    return answered(call(api));
  }
}

const accountOf = ({ id, capabilities, details_submitted }: Stripe.Account): Account => ({
  accountId: id,
  transfers:
    capabilities?.transfers === 'active'
      ? 'active'
      : capabilities?.transfers === 'pending'
        ? 'pending'
        : 'inactive',
  isSubmitted: details_submitted ?? false,
});
