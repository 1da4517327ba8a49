import { Controller, Inject } from '@nestjs/common';
import { type PaymentConfig, paymentRoutes as routes } from '@courtly/contracts/payments';
import type { Input } from '@courtly/contracts/route';
import { CONFIG, type Config } from '../../config.js';
import { Handles } from '../../platform/http/handles.js';
import { Caller, Received } from '../../platform/http/request.js';
import type { Actor } from '../../platform/kernel/events.js';
import { PaymentQueries } from './payments.queries.js';

@Controller()
export class PaymentsController {
  constructor(
    private readonly payments: PaymentQueries,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Handles(routes.paymentConfig)
  paymentConfig(): PaymentConfig {
    const { policy, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_URL: standInUrl } = this.config;
    return {
      paymentRequired: policy.paymentRequired,
      stripe: publishableKey ? { publishableKey, standInUrl: standInUrl ?? null } : null,
    };
  }

  @Handles(routes.bookingPayment)
  ofBooking(@Received() { params }: Input<typeof routes.bookingPayment>, @Caller() caller: Actor) {
    return this.payments.ofBooking(params.bookingId, caller);
  }
}
