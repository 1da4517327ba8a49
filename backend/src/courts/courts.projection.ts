import type { Feature } from '@courtly/contracts/courts';
import { defineProjection } from '../projections/projection.js';
import type { ReviewEvent } from '../reviews/review.events.js';
import { type Court, evolveCourt, isShown } from './court.js';
import type { CourtEvent } from './court.events.js';

/** The stars of all reviews of a court that everybody reads, added up, and how many these are. */
export type Rated = Readonly<{ stars: number; count: number }>;

/** A court as the list reads it: `isShown` is whether players find it, `place` its location in lower case, `features` are what the list filters by. */
export type CourtDocument = Court &
  Readonly<{ isShown: boolean; place: string; features: readonly Feature[]; rated: Rated }>;

type RatingEvent = Extract<ReviewEvent, { type: 'ReviewsRevealed' | 'ReviewRemoved' }>;

const isOfReviews = (event: CourtEvent | RatingEvent): event is RatingEvent => event.type.startsWith('Review');

const ratedAfter = ({ stars, count }: Rated, { type, data }: RatingEvent): Rated => {
  if (type === 'ReviewsRevealed') {
    const { courtRating } = data;
    return courtRating === null ? { stars, count } : { stars: stars + courtRating, count: count + 1 };
  }
  const { side, revealedRating } = data;
  return side === 'host' || revealedRating === null
    ? { stars, count }
    : { stars: stars - revealedRating, count: count - 1 };
};

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
export const courts = defineProjection<CourtDocument, CourtEvent | RatingEvent>({
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
    if (isOfReviews(event)) return document && { ...document, rated: ratedAfter(document.rated, event) };
    const next = evolveCourt(document, event);
    const rated = document?.rated ?? { stars: 0, count: 0 };
    return (
      next && { ...next, isShown: isShown(next), place: next.location.toLowerCase(), features: featuresOf(next), rated }
    );
  },
  people: ({ hostId }) => [hostId],
});
