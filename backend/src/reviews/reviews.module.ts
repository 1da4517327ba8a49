import { Module } from '@nestjs/common';
import { reviewCommandHandlers } from './reviews.commands.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewQueries } from './reviews.queries.js';

/** What players say of courts, and hosts of players. */
@Module({ controllers: [ReviewsController], providers: [...reviewCommandHandlers, ReviewQueries] })
export class ReviewsModule {}
