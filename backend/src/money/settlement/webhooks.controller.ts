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
import { memberReferenceOf, membershipSettlement } from '../../people/membership/member-of.js';
import { Queues } from '../../platform/processes/queues.js';
import { settlement } from './settlement.process.js';

/**
 * Webhooks only say which booking, host, or member changed. The jobs read the current state from
 * Stripe, so order and repetition don't matter.
 */
@Controller()
export class WebhooksController {
  constructor(
    private readonly queues: Queues,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @RouteHandler(routes.stripeEvents)
  async receiveEvent(
    @RouteInput() { body }: Input<typeof routes.stripeEvents>,
    @Req() request: Request,
  ): Promise<void> {
    const stripeEvent = this.verifiedEvent(body, request.get('Stripe-Signature') ?? '');
    const { bookingId, hostId, intentId } = subjectOf(stripeEvent);
    if (bookingId)
      await this.queues.addJobs(settlement, [
        { id: `settle.${stripeEvent.id}`, due: null, data: { bookingId } },
      ]);
    else if (hostId)
      await this.queues.addJobs(accountsProcess, [
        accountJob(stripeEvent.id, { hostId, accountId: stripeEvent.account ?? null }),
      ]);
    else if (intentId)
      await this.queues.addJobs(settlement, [
        { id: `settle.${stripeEvent.id}`, due: null, data: { intentId } },
      ]);
    const memberReference = bookingId ? null : memberReferenceOf(stripeEvent.data.object);
    if (memberReference)
      await this.queues.addJobs(membershipSettlement, [
        { id: `member.${stripeEvent.id}`, due: null, data: memberReference },
      ]);
  }

  private verifiedEvent(payload: Uint8Array, signature: string): Stripe.Event {
    for (const webhookSecret of this.config.STRIPE_WEBHOOK_SECRETS)
      try {
        return Stripe.webhooks.constructEvent(Buffer.from(payload), signature, webhookSecret);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      }
    throw new DomainError('invalid_request', 'The signature does not match the payload.');
  }
}

/** Our Stripe objects carry the booking or host id. A dispute has only its intent. */
const subjectOf = ({ type, data: { object } }: Stripe.Event) => {
  const { bookingId, hostId } = ('metadata' in object && object.metadata) || {};
  const paymentIntent =
    type.startsWith('charge.dispute.') && 'payment_intent' in object ? object.payment_intent : null;
  return { bookingId, hostId, intentId: typeof paymentIntent === 'string' ? paymentIntent : null };
};
