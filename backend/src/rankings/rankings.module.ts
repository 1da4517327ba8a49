import { Module } from '@nestjs/common';
import { ChangeFollowsHandler } from './follow.commands.js';
import { AdoptFormulaHandler } from './formula.commands.js';
import { FormulaQueries } from './formulas.queries.js';
import { FormulasController } from './formulas.controller.js';
import { Friends } from './friends.queries.js';
import { PlayerQueries } from './players.queries.js';
import { RankingsController } from './rankings.controller.js';
import { RankingQueries } from './rankings.queries.js';
import { RatingRefreshes } from './rating-refreshes.service.js';
import { RefreshRatingsHandler } from './refresh-ratings.commands.js';
import { TableBuilder } from './table-builder.service.js';
import { TableStore } from './table-store.service.js';

/** Who plays how well: the table of ratings that follows from all matches, and what is read from it. */
@Module({
  controllers: [RankingsController, FormulasController],
  providers: [
    AdoptFormulaHandler,
    ChangeFollowsHandler,
    FormulaQueries,
    Friends,
    PlayerQueries,
    RankingQueries,
    RatingRefreshes,
    RefreshRatingsHandler,
    TableBuilder,
    TableStore,
  ],
})
export class RankingsModule {}
