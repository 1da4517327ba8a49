import type { Feature } from '@courtly/contracts/courts';
import { defineProjection } from '../projections/projection.js';
import { type Court, evolveCourt } from './court.js';
import type { CourtEvent } from './court.events.js';

/** A court as the list reads it: `place` is its location in lower case, `features` are what the list filters by. */
export type CourtDocument = Court & Readonly<{ place: string; features: readonly Feature[] }>;

const featuresOf = ({ amenities, courtAccess }: Court): Feature[] => {
  const mentions = (...words: string[]) =>
    amenities.some((amenity) => words.some((word) => amenity.toLowerCase().includes(word)));
  const features: [Feature, boolean][] = [
    ['lighting', mentions('light')],
    ['ball-machine', mentions('ball machine', 'ball-machine')],
    ['invite-only', courtAccess === 'invite' || mentions('invite', 'private')],
  ];
  return features.filter(([, has]) => has).map(([feature]) => feature);
};

/**
 * Every court by its id. The first index gives the list in its order and decides most filters on its keys alone; the second
 * gives the courts of one owner, the third those that are shown, the cheapest first.
 */
export const courts = defineProjection<CourtDocument, CourtEvent>({
  name: 'courts',
  version: 3,
  indexes: [
    { isActive: 1, listedAt: -1, _id: 1, place: 1, surfaceType: 1, rateCents: 1 },
    { hostId: 1, listedAt: -1, _id: 1 },
    { isActive: 1, rateCents: 1, _id: 1 },
  ],
  handles: [
    'CourtListed',
    'CourtDetailsChanged',
    'CourtScheduleChanged',
    'CourtPhotosChanged',
    'CourtGuestInfoChanged',
    'CourtActivated',
    'CourtDeactivated',
  ],
  key: ({ data }) => data.courtId,
  evolve(document, event) {
    const next = evolveCourt(document, event);
    return next && { ...next, place: next.location.toLowerCase(), features: featuresOf(next) };
  },
  people: ({ hostId }) => [hostId],
});
