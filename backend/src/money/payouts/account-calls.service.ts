import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { CONFIG, type Config } from '../../config.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { withStripeErrors } from '../../platform/http/with-stripe-errors.js';
import { StripeClient, callIdempotently } from '../../platform/stores/stripe.js';
import { toBankPayouts, toStripeAccount } from './stripe-account.js';
import type { BankPayout, StripeAccount } from './payout-account.js';

/** A browser is waiting for the response, so fail fast and let the host retry. */
const interactiveOptions = { timeout: 8_000, maxNetworkRetries: 0 };
const PAGE_SIZE = 100;
/**
 * Enough for the nightly check to read every payout, because Stripe makes at most one automatic
 * payout a day.
 */
const MAX_BANK_PAYOUTS = 20;

export type AccountReading = Readonly<{
  hostId: string | null;
  account: StripeAccount;
  bankPayouts: readonly BankPayout[];
}>;

/** The Stripe calls for hosts' connected accounts. Courtly never sees their bank details. */
@Injectable()
export class AccountCalls {
  constructor(
    private readonly stripeClient: StripeClient,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The account, its host, and the last payouts to the host's bank. */
  async readAccount(accountId: string): Promise<AccountReading> {
    const stripe = this.stripeClient.required;
    const [stripeAccount, bankPayouts] = await Promise.all([
      stripe.accounts.retrieve(accountId),
      stripe.payouts.list({ limit: MAX_BANK_PAYOUTS }, { stripeAccount: accountId }),
    ]);
    return {
      hostId: stripeAccount.metadata?.['hostId'] ?? null,
      account: toStripeAccount(stripeAccount),
      bankPayouts: toBankPayouts(bankPayouts.data),
    };
  }

  /**
   * Creates at most one account per host.
   * @throws DomainError forbidden, store_unavailable
   */
  createAccount(hostId: string): Promise<StripeAccount> {
    return this.callStripe((stripe) => {
      const createOnce = async (idempotencyKey: string) =>
        toStripeAccount(
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
            { idempotencyKey, ...interactiveOptions },
          ),
        );
      return callIdempotently(`host:${hostId}:account`, createOnce, () =>
        this.findAccount(stripe, hostId),
      );
    });
  }

  /**
   * Creates a link that works once, within five minutes.
   * @throws DomainError forbidden, store_unavailable
   */
  createOnboardingLink(accountId: string): Promise<string> {
    const earningsPage = `${this.config.PUBLIC_URL}/host/earnings`;
    const linkType = { account: accountId, type: 'account_onboarding' } as const;
    return this.callStripe(async (stripe) => {
      const linkParams = {
        ...linkType,
        refresh_url: `${earningsPage}?payouts=again`,
        return_url: `${earningsPage}?payouts=back`,
      };
      return (await stripe.accountLinks.create(linkParams, interactiveOptions)).url;
    });
  }

  /**
   * Creates a link to the host's Stripe dashboard, where hosts see their payouts and can change
   * their bank account.
   * @throws DomainError forbidden, store_unavailable
   */
  createDashboardLink(accountId: string): Promise<string> {
    return this.callStripe(
      async (stripe) =>
        (await stripe.accounts.createLoginLink(accountId, {}, interactiveOptions)).url,
    );
  }

  /**
   * Finds an account whose creation response was lost, because Stripe keeps idempotency keys for at
   * most a day.
   */
  private async findAccount(stripe: Stripe, hostId: string): Promise<StripeAccount | null> {
    const createdSince = Math.floor((Date.now() - DAY_MS) / 1_000);
    for await (const stripeAccount of stripe.accounts.list({
      created: { gte: createdSince },
      limit: PAGE_SIZE,
    }))
      if (stripeAccount.metadata?.['hostId'] === hostId) return toStripeAccount(stripeAccount);
    return null;
  }

  private async callStripe<T>(stripeCall: (stripe: Stripe) => Promise<T>): Promise<T> {
    const { client } = this.stripeClient;
    if (!client || !this.config.policy.paymentRequired)
      throw new DomainError(
        'forbidden',
        "Bookings here aren't paid by card, so there is nothing to set up.",
      );
    return withStripeErrors(stripeCall(client));
  }
}
