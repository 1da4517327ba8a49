import { Controller } from '@nestjs/common';
import { paymentRoutes as routes } from '@courtly/contracts/payments';
import type { Input } from '@courtly/contracts/route';
import { Handles } from '../edge/handles.js';
import { Caller, Received } from '../edge/request.js';
import type { Actor } from '../kernel/events.js';
import { PaymentQueries } from './payments.queries.js';

@Controller()
export class PaymentsController {
  constructor(private readonly payments: PaymentQueries) {}

  @Handles(routes.bookingPayment)
  ofBooking(@Received() { params }: Input<typeof routes.bookingPayment>, @Caller() caller: Actor) {
    return this.payments.ofBooking(params.bookingId, caller);
  }
}
