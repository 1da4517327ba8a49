import { Global, Module } from '@nestjs/common';
import { TOLD_HOURS } from '../bookings/told-hours.js';
import { reportCommandHandlers } from './reports.commands.js';
import { reviewCommandHandlers } from './reviews.commands.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewQueries } from './reviews.queries.js';
import { LoggedOrReviewed } from './told-hours.service.js';

/** What players say of courts, and hosts of players. */
@Global()
@Module({
  controllers: [ReviewsController],
  providers: [
    ...reviewCommandHandlers,
    ...reportCommandHandlers,
    ReviewQueries,
    { provide: TOLD_HOURS, useClass: LoggedOrReviewed },
  ],
  exports: [TOLD_HOURS],
})
export class ReviewsModule {}
