import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { membership } from '../../people/membership/membership.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { StripeClient, callIdempotently } from '../../platform/stores/stripe.js';
import { customer } from './customer.js';
import type { Customers } from './customers.js';

/** A browser may be waiting for this call. */
const TIMEOUT = { timeout: 8_000, maxNetworkRetries: 1 };

const isDeletedAlready = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

@Injectable()
export class StripeCustomers implements Customers {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly stripeClient: StripeClient,
  ) {}

  async customerIdOf(userId: string, at: string, lostId?: string): Promise<string> {
    const [existing, existingMembership] = await Promise.all([
      this.streams.load(customer, userId),
      this.streams.load(membership, userId),
    ]);
    if (existing && existing.customerId !== lostId) return existing.customerId;
    const memberId = existingMembership?.customerId;
    const customerId =
      memberId && memberId !== lostId ? memberId : await this.createCustomer(userId, lostId);
    const { state } = await this.commandHandling.handle(
      customer,
      userId,
      { type: 'RecordCustomer', data: { userId, customerId, lostId: lostId ?? null, at } },
      systemContext(`customer ${customerId}`, at),
    );
    return state!.customerId;
  }

  /**
   * @throws Error if Stripe refuses; the erasure then waits, and its failed job shows the refusal
   */
  async removeCustomer(userId: string): Promise<void> {
    if (!this.stripeClient.client) return;
    const [existing, existingMembership] = await Promise.all([
      this.streams.load(customer, userId),
      this.streams.load(membership, userId),
    ]);
    const customerIds = new Set([existing?.customerId, existingMembership?.customerId]);
    for (const customerId of customerIds)
      if (customerId)
        await this.stripeClient.client.customers.del(customerId).catch((error: unknown) => {
          if (!isDeletedAlready(error)) throw error;
        });
  }

  /** Sends no name or email, because Stripe's forms request the details that they need. */
  private createCustomer(userId: string, lostId: string | undefined): Promise<string> {
    const createOnce = async (idempotencyKey: string) => {
      const created = await this.stripeClient.required.customers.create(
        { metadata: { userId } },
        { ...TIMEOUT, idempotencyKey },
      );
      return created.id;
    };
    // A duplicate customer has no card and is harmless, so there is no search for one.
    return callIdempotently(
      `customer:${userId}${lostId ? `:after:${lostId}` : ''}`,
      createOnce,
      async () => null,
    );
  }
}
