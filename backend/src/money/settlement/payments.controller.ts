import { Controller, Inject } from '@nestjs/common';
import { type PaymentConfig, paymentRoutes as routes } from '@courtly/contracts/payments';
import { adminMoneyRoutes } from '@courtly/contracts/admin-money';
import type { Input } from '@courtly/contracts/route';
import { CommandBus } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentContext, CurrentUser, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { RetryPaymentCommand, SettleOtherwiseCommand } from './exceptions.commands.js';
import { PaymentQueries } from './payments.queries.js';

@Controller()
export class PaymentsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly payments: PaymentQueries,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @RouteHandler(routes.paymentConfig)
  paymentConfig(): PaymentConfig {
    const { policy, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_URL: standInUrl } = this.config;
    return {
      paymentRequired: policy.paymentRequired,
      stripe: publishableKey ? { publishableKey, standInUrl: standInUrl ?? null } : null,
    };
  }

  @RouteHandler(routes.bookingPayment)
  bookingPayment(
    @RouteInput() { params }: Input<typeof routes.bookingPayment>,
    @CurrentUser() currentUser: Actor,
  ) {
    return this.payments.paymentOfBooking(params.bookingId, currentUser);
  }

  @RouteHandler(adminMoneyRoutes.retryPayment)
  retryPayment(
    @RouteInput() { params, body }: Input<typeof adminMoneyRoutes.retryPayment>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commandBus.execute(new RetryPaymentCommand({ ...params, ...body }, context));
  }

  @RouteHandler(adminMoneyRoutes.settleOtherwise)
  settleOtherwise(
    @RouteInput() { params, body }: Input<typeof adminMoneyRoutes.settleOtherwise>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commandBus.execute(new SettleOtherwiseCommand({ ...params, ...body }, context));
  }
}
