import { Module } from '@nestjs/common';
import { DeskController } from './desk.controller.js';
import { DeskQueries } from './desk.queries.js';
import { DisputeQueries } from './disputes.queries.js';
import { MoneyQueries } from './money.queries.js';
import { NamesOf } from './names.service.js';
import { ReportedMessageQueries } from './reported-messages.queries.js';
import { ReportedReviewQueries } from './reported-reviews.queries.js';

/** What admins see on their desk that stands with several slices. */
@Module({
  controllers: [DeskController],
  providers: [
    DeskQueries,
    DisputeQueries,
    MoneyQueries,
    NamesOf,
    ReportedMessageQueries,
    ReportedReviewQueries,
  ],
})
export class DeskModule {}
