import { receiptRoutes as routes } from '@courtly/contracts/receipts';
import type { Input } from '@courtly/contracts/route';
import { Controller } from '@nestjs/common';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentUser, RouteInput } from '../../platform/http/request.js';
import type { Actor } from '../../platform/kernel/events.js';
import { LedgerQueries } from './ledger.queries.js';

@Controller()
export class LedgerController {
  constructor(private readonly ledger: LedgerQueries) {}

  @RouteHandler(routes.bookingReceipt)
  async bookingReceipt(
    @RouteInput() { params }: Input<typeof routes.bookingReceipt>,
    @CurrentUser() { id: playerId }: Actor,
  ) {
    return { receipt: await this.ledger.bookingReceipt(params.bookingId, playerId) };
  }
}
