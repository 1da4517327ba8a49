import type { CourtFeature } from '@courtly/contracts/courts';
import { cityNameOf } from '../pricing/tax.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { type Stars, type StarsEvent, noStars, starsAfter } from '../reviews/stars.js';
import { type Court, evolveCourt, isShown } from './court.js';
import type { CourtEvent } from './court.events.js';

/**
 * `isShown` means that players can find the court. `place` is the location in lowercase, and `city`
 * is the location without its state. Lists can be filtered by `features`.
 */
export type CourtDocument = Court &
  Readonly<{
    isShown: boolean;
    place: string;
    city: string;
    features: readonly CourtFeature[];
    rated: Stars;
  }>;

const isStarsEvent = (courtEvent: CourtEvent | StarsEvent): courtEvent is StarsEvent =>
  courtEvent.type.startsWith('Review');

const featuresOf = ({ amenities, courtAccess }: Court): CourtFeature[] => {
  const mentions = (...searchWords: string[]) =>
    amenities.some((amenity) =>
      searchWords.some((searchWord) => amenity.toLowerCase().includes(searchWord)),
    );
  const featureFlags: [CourtFeature, boolean][] = [
    ['lighting', mentions('light')],
    ['ball-machine', mentions('ball machine', 'ball-machine')],
    ['invite-only', courtAccess === 'invite' || mentions('invite', 'private')],
  ];
  return featureFlags.filter(([, hasFeature]) => hasFeature).map(([feature]) => feature);
};

/**
 * Courts by id. The first index serves the public list and most filters; the second, a host's
 * courts; the fourth, the cheapest courts first.
 */
export const courts = defineProjection<CourtDocument, CourtEvent | StarsEvent>({
  name: 'courts',
  version: 8,
  indexes: [
    { isShown: 1, listedAt: -1, _id: 1, place: 1, surfaceType: 1, rateCents: 1 },
    { hostId: 1, listedAt: -1, _id: 1 },
    { listedAt: -1, _id: 1 },
    { isShown: 1, rateCents: 1, _id: 1 },
  ],
  handles: [
    'CourtListed',
    'CourtStandardTimeSet',
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
  evolve(courtDocument, courtEvent) {
    if (isStarsEvent(courtEvent))
      return (
        courtDocument && {
          ...courtDocument,
          rated: starsAfter('player', courtDocument.rated, courtEvent),
        }
      );
    const nextCourt = evolveCourt(courtDocument, courtEvent);
    const starTotals = courtDocument?.rated ?? noStars;
    return (
      nextCourt && {
        ...nextCourt,
        isShown: isShown(nextCourt),
        place: nextCourt.location.toLowerCase(),
        city: cityNameOf(nextCourt.location),
        features: featuresOf(nextCourt),
        rated: starTotals,
      }
    );
  },
  people: ({ hostId }) => [hostId],
});
