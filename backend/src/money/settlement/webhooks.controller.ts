import { Controller, Inject, Req } from '@nestjs/common';
import { paymentRoutes as routes } from '@courtly/contracts/payments';
import type { Input } from '@courtly/contracts/route';
import type { Request } from 'express';
import Stripe from 'stripe';
import { CONFIG, type Config } from '../../config.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { RouteInput } from '../../platform/http/request.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { accountJob, accountsProcess } from '../payouts/account-job.js';
import { memberIdOf, membershipSettlement } from '../../people/membership/member-of.js';
import { Queues } from '../../platform/processes/queues.js';
import { settlement } from './settlement.process.js';

/**
 * What Stripe tells by webhooks. Only whom it concerns is taken from it: the settlement reads from Stripe what is so, whatever
 * order they come in and however often.
 */
@Controller()
export class WebhooksController {
  constructor(
    private readonly queues: Queues,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @RouteHandler(routes.stripeEvents)
  async stripe(
    @RouteInput() { body }: Input<typeof routes.stripeEvents>,
    @Req() request: Request,
  ): Promise<void> {
    const event = this.verified(body, request.get('Stripe-Signature') ?? '');
    const { bookingId, hostId, intentId } = concerned(event);
    if (bookingId)
      await this.queues.addJobs(settlement, [
        { id: `settle.${event.id}`, due: null, data: { bookingId } },
      ]);
    else if (hostId)
      await this.queues.addJobs(accountsProcess, [
        accountJob(event.id, { hostId, accountId: event.account ?? null }),
      ]);
    else if (intentId)
      await this.queues.addJobs(settlement, [
        { id: `settle.${event.id}`, due: null, data: { intentId } },
      ]);
    const userId = memberIdOf(event.data.object);
    if (userId)
      await this.queues.addJobs(membershipSettlement, [
        { id: `member.${event.id}`, due: null, data: { userId } },
      ]);
  }

  private verified(body: Uint8Array, signature: string): Stripe.Event {
    for (const secret of this.config.STRIPE_WEBHOOK_SECRETS)
      try {
        return Stripe.webhooks.constructEvent(Buffer.from(body), signature, secret);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      }
    throw new DomainError('invalid_request', 'The signature does not fit what was sent.');
  }
}

/** What an event is about: what we make carries the id of its booking or host; a dispute, which a bank makes, its payment's. */
const concerned = ({ type, data: { object } }: Stripe.Event) => {
  const { bookingId, hostId } = ('metadata' in object && object.metadata) || {};
  const intent =
    type.startsWith('charge.dispute.') && 'payment_intent' in object ? object.payment_intent : null;
  return { bookingId, hostId, intentId: typeof intent === 'string' ? intent : null };
};
