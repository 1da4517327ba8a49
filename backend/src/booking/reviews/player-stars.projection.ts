import { defineProjection } from '../../platform/projections/projection.js';
import { type Stars, type StarsEvent, noStars, starsAfter } from './stars.js';

/** The stars that hosts gave, by player id, for hosts who are deciding on a request. */
export const playerStars = defineProjection<Stars, StarsEvent>({
  name: 'playerStars',
  version: 1,
  indexes: [],
  handles: ['ReviewsRevealed', 'ReviewRemoved'],
  key: ({ data }) => data.playerId,
  evolve: (starTotals, starsEvent) => {
    const { stars, count } = starsAfter('host', starTotals ?? noStars, starsEvent);
    return { stars, count };
  },
  audience: () => [],
});
