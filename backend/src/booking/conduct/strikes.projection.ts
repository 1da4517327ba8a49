import { defineProjection } from '../../platform/projections/projection.js';
import { type Conduct, conduct } from './conduct.js';
import type { ConductEvent } from './conduct.events.js';

export type StrikesDocument = Conduct & Readonly<{ userId: string }>;

/** Strikes by user id. Only that user can see them. */
export const strikes = defineProjection<StrikesDocument, ConductEvent>({
  name: 'strikes',
  version: 1,
  indexes: [],
  handles: ['StrikeRecorded'],
  key: ({ data }) => data.userId,
  evolve: (document, event) => ({
    ...conduct.evolve(document ?? conduct.initial, event),
    userId: event.data.userId,
  }),
  audience: ({ userId }) => [userId],
  people: ({ userId }) => [userId],
});
