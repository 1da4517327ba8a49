import type { SavedCard } from '@courtly/contracts/cards';
import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { StripeClient } from '../../platform/stores/stripe.js';
import { withStripeErrors } from '../../platform/http/with-stripe-errors.js';
import { customer } from './customer.js';

/** The maximum that Stripe allows. */
const PAGE_SIZE = 100;
/** A browser is waiting for these calls. */
const TIMEOUT = { timeout: 8_000, maxNetworkRetries: 1 };

/** The cards that a user has agreed to save. The cards of subscriptions are not among them. */
@Injectable()
export class SavedCards {
  constructor(
    private readonly streams: Streams,
    private readonly stripeClient: StripeClient,
  ) {}

  /**
   * Newest first. A card that was saved twice is listed once.
   * @throws DomainError store_unavailable
   */
  async list(userId: string): Promise<SavedCard[]> {
    const methods = await this.methodsOf(userId);
    const fingerprints = methods.map(({ card }) => card?.fingerprint);
    return methods
      .filter((_, index) => fingerprints.indexOf(fingerprints[index]) === index)
      .map(toSavedCard);
  }

  /**
   * Also removes duplicates of the card.
   * @throws DomainError not_found if it is not one of the user's saved cards; store_unavailable
   */
  async remove(userId: string, cardId: string): Promise<void> {
    const methods = await this.methodsOf(userId);
    const removed = methods.find(({ id }) => id === cardId);
    if (!removed) throw notFound('card');
    for (const { id, card } of methods)
      if (card?.fingerprint === removed.card?.fingerprint)
        await withStripeErrors(this.stripeClient.required.paymentMethods.detach(id, {}, TIMEOUT));
  }

  private async methodsOf(userId: string): Promise<readonly Stripe.PaymentMethod[]> {
    const { client } = this.stripeClient;
    const existing = await this.streams.load(customer, userId);
    if (!client || !existing?.customerId) return [];
    const { data } = await withStripeErrors(
      client.paymentMethods.list(
        { customer: existing.customerId, type: 'card', limit: PAGE_SIZE },
        TIMEOUT,
      ),
    );
    return data.filter(({ allow_redisplay }) => allow_redisplay === 'always');
  }
}

const toSavedCard = ({ id, card }: Stripe.PaymentMethod): SavedCard => ({
  id,
  brand: card?.brand ?? '',
  last4: card?.last4 ?? '',
  expiresAt: `${card?.exp_year}-${String(card?.exp_month).padStart(2, '0')}`,
});
