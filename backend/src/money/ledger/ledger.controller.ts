import { receiptRoutes as routes } from '@courtly/contracts/receipts';
import type { Input } from '@courtly/contracts/route';
import { revenueRoutes } from '@courtly/contracts/revenue';
import { Controller } from '@nestjs/common';
import { Handles } from '../../platform/http/handles.js';
import { Caller, Received } from '../../platform/http/request.js';
import type { Actor } from '../../platform/kernel/events.js';
import { LedgerQueries } from './ledger.queries.js';

@Controller()
export class LedgerController {
  constructor(private readonly ledger: LedgerQueries) {}

  @Handles(routes.bookingReceipt)
  async receipt(
    @Received() { params }: Input<typeof routes.bookingReceipt>,
    @Caller() { id }: Actor,
  ) {
    return { receipt: await this.ledger.receipt(params.bookingId, id) };
  }

  @Handles(revenueRoutes.platformRevenue)
  revenue(@Received() { query }: Input<typeof revenueRoutes.platformRevenue>) {
    return this.ledger.revenue(query.months);
  }
}
