import { Module } from '@nestjs/common';
import { AdoptFormulaHandler } from './formula.commands.js';
import { RatingRefreshes } from './rating-refreshes.service.js';
import { RefreshRatingsHandler } from './refresh-ratings.commands.js';
import { TableBuilder } from './table-builder.service.js';
import { TableStore } from './table-store.service.js';

/** Who plays how well: the table of ratings that follows from all matches, and what is read from it. */
@Module({
  providers: [AdoptFormulaHandler, RatingRefreshes, RefreshRatingsHandler, TableBuilder, TableStore],
})
export class RankingsModule {}
