import type { CourtFeature } from '@courtly/contracts/courts';
import { defineProjection } from '../../platform/projections/projection.js';
import { type Stars, type StarsEvent, noStars, starsAfter } from '../reviews/stars.js';
import { type Court, evolveCourt, isShown } from './court.js';
import type { CourtEvent } from './court.events.js';

/**
 * `isShown`: players can find it. `place` is the location in lower case; `features` are what lists
 * filter by.
 */
export type CourtDocument = Court &
  Readonly<{ isShown: boolean; place: string; features: readonly CourtFeature[]; rated: Stars }>;

const isOfReviews = (event: CourtEvent | StarsEvent): event is StarsEvent =>
  event.type.startsWith('Review');

const featuresOf = ({ amenities, courtAccess }: Court): CourtFeature[] => {
  const mentions = (...words: string[]) =>
    amenities.some((amenity) => words.some((word) => amenity.toLowerCase().includes(word)));
  const features: [CourtFeature, boolean][] = [
    ['lighting', mentions('light')],
    ['ball-machine', mentions('ball machine', 'ball-machine')],
    ['invite-only', courtAccess === 'invite' || mentions('invite', 'private')],
  ];
  return features.filter(([, has]) => has).map(([feature]) => feature);
};

/**
 * Courts by id. The first index covers the public list and most filters; the second, the courts of
 * a host; the fourth, the cheapest courts first.
 */
export const courts = defineProjection<CourtDocument, CourtEvent | StarsEvent>({
  name: 'courts',
  version: 5,
  indexes: [
    { isShown: 1, listedAt: -1, _id: 1, place: 1, surfaceType: 1, rateCents: 1 },
    { hostId: 1, listedAt: -1, _id: 1 },
    { listedAt: -1, _id: 1 },
    { isShown: 1, rateCents: 1, _id: 1 },
  ],
  handles: [
    'CourtListed',
    'CourtDetailsChanged',
    'CourtScheduleChanged',
    'CourtPhotosChanged',
    'CourtGuestInfoChanged',
    'CourtActivated',
    'CourtDeactivated',
    'CourtHidden',
    'CourtUnhidden',
    'ReviewsRevealed',
    'ReviewRemoved',
  ],
  key: ({ data }) => data.courtId,
  evolve(document, event) {
    if (isOfReviews(event))
      return document && { ...document, rated: starsAfter('player', document.rated, event) };
    const next = evolveCourt(document, event);
    const rated = document?.rated ?? noStars;
    return (
      next && {
        ...next,
        isShown: isShown(next),
        place: next.location.toLowerCase(),
        features: featuresOf(next),
        rated,
      }
    );
  },
  people: ({ hostId }) => [hostId],
});
