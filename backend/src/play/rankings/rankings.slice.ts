import { defineSlice } from '../../platform/slice.js';
import { ChangeFollowsHandler } from './follow.commands.js';
import { followEvents } from './follows.events.js';
import { follows } from './follows.projection.js';
import { AdoptFormulaHandler } from './formula.commands.js';
import { FormulasController } from './formulas.controller.js';
import { FormulaQueries } from './formulas.queries.js';
import { Friends } from './friends.queries.js';
import { PlayerQueries } from './players.queries.js';
import { RankingCsvQueries } from './ranking-csv.queries.js';
import {
  ChangeRankingVisibilityHandler,
  DismissRatingFlagHandler,
} from './ranking-review.commands.js';
import { rankingReviews } from './ranking-reviews.projection.js';
import { RankingsController } from './rankings.controller.js';
import {
  rankingReviewEvents,
  ratingCorrectionEvents,
  ratingFormulaEvents,
} from './rankings.events.js';
import { ratingRefreshes } from './rankings.process.js';
import { RankingQueries } from './rankings.queries.js';
import { ratedMatches } from './rated-matches.projection.js';
import { RatingRefreshes } from './rating-refreshes.service.js';
import { RefreshRatingsHandler } from './refresh-ratings.commands.js';
import { TableBuilder } from './table-builder.service.js';
import { TableStore } from './table-store.service.js';

export const rankings = defineSlice({
  name: 'rankings',
  controllers: [RankingsController, FormulasController],
  providers: [
    AdoptFormulaHandler,
    ChangeFollowsHandler,
    ChangeRankingVisibilityHandler,
    DismissRatingFlagHandler,
    FormulaQueries,
    Friends,
    PlayerQueries,
    RankingCsvQueries,
    RankingQueries,
    RatingRefreshes,
    RefreshRatingsHandler,
    TableBuilder,
    TableStore,
  ],
  exports: [TableStore],
  events: [ratingFormulaEvents, rankingReviewEvents, ratingCorrectionEvents, followEvents],
  projections: [ratedMatches, follows, rankingReviews],
  processes: [ratingRefreshes],
});
