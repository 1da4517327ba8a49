import { Controller, Inject, Req } from '@nestjs/common';
import { paymentRoutes as routes } from '@courtly/contracts/payments';
import type { Input } from '@courtly/contracts/route';
import type { Request } from 'express';
import Stripe from 'stripe';
import { CONFIG, type Config } from '../../config.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { RouteInput } from '../../platform/http/request.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Queues } from '../../platform/processes/queues.js';
import { stripeEventJobs } from './stripe-event-jobs.js';

/**
 * A webhook only names the booking, host, or member that has changed. The jobs read the current
 * state from Stripe, so the order and repetition of webhooks don't matter.
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
    for (const { process, job } of stripeEventJobs(stripeEvent))
      await this.queues.addJobs(process, [job]);
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
