import type { CourtFeature } from '@courtly/contracts/courts';
import { searchable } from '@courtly/contracts/text';
import { cityNameOf } from '../pricing/tax.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { type Stars, type StarsEvent, noStars, starsAfter } from '../reviews/stars.js';
import { type Court, evolveCourt, isShown } from './court.js';
import type { CourtEvent } from './court.events.js';

export type CourtDocument = Court &
  Readonly<{
    /** Whether players can find the court. */
    isShown: boolean;
    /** The name and the location in the form that searches compare. */
    searchName: string;
    place: string;
    /** `place` without its state. */
    city: string;
    /** Lists can be filtered by these. */
    features: readonly CourtFeature[];
    /** How often the details have changed, and when last (UTC). */
    detailChanges: Readonly<{ count: number; latest: string }>;
    rated: Stars;
  }>;

const isStarsEvent = (courtEvent: CourtEvent | StarsEvent): courtEvent is StarsEvent =>
  courtEvent.type.startsWith('Review');

const featuresOf = ({ amenities, courtAccess }: Court): CourtFeature[] => {
  const mentions = (...searchWords: string[]) =>
    amenities.some((amenity) =>
      searchWords.some((searchWord) => searchable(amenity).includes(searchWord)),
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
  version: 12,
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
    'CourtNeighborRulesChanged',
    'CourtCityNoteChanged',
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
    const changes = courtDocument?.detailChanges ?? { count: 0, latest: nextCourt?.listedAt ?? '' };
    return (
      nextCourt && {
        ...nextCourt,
        isShown: isShown(nextCourt),
        searchName: searchable(nextCourt.name),
        place: searchable(nextCourt.location),
        city: cityNameOf(nextCourt.location),
        features: featuresOf(nextCourt),
        detailChanges:
          courtEvent.type === 'CourtDetailsChanged'
            ? { count: changes.count + 1, latest: courtEvent.data.changedAt }
            : changes,
        rated: starTotals,
      }
    );
  },
  people: ({ hostId }) => [hostId],
});
