import type { Slice } from '../slice.js';
import { followEvents } from './follows.events.js';
import { follows } from './follows.projection.js';
import { ratedMatches } from './rated-matches.projection.js';
import { ratingCorrectionEvents, ratingFormulaEvents } from './rankings.events.js';
import { ratingRefreshes } from './rankings.process.js';
import { RankingsModule } from './rankings.module.js';

export const rankings: Slice = {
  name: 'rankings',
  module: RankingsModule,
  events: [ratingFormulaEvents, ratingCorrectionEvents, followEvents],
  projections: [ratedMatches, follows],
  processes: [ratingRefreshes],
};
