import { standardNeighborRules } from '@courtly/contracts/standard-neighbor-rules';
import type { WeeklyHours } from '@courtly/contracts/opening-hours';
import type { Court } from '../../booking/courts/court.js';
import type { CourtEvent } from '../../booking/courts/court.events.js';
import { playableHours } from '../../booking/courts/quiet-hours.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { defineProjection } from '../../platform/projections/projection.js';

/**
 * An offer is valid from a local day of the court until the next offer. It excludes quiet hours.
 */
export type Offer = Readonly<{ from: string; weeklyHours: WeeklyHours; isShown: boolean }>;

/** The current settings of a court, and its offers so far, earliest first. */
export type CourtOfferHistory = Readonly<{
  courtId: string;
  hostId: string;
  zone: string;
  weeklyHours: WeeklyHours;
  sports: Court['sports'];
  neighborRules: Court['neighborRules'];
  isActive: boolean;
  isHidden: boolean;
  offers: readonly Offer[];
}>;

/**
 * The figures go back 24 months. Older offers are dropped, which limits the size of the document.
 */
const HISTORY_DAYS = 800;

export type OfferEvent = Exclude<
  CourtEvent,
  {
    type:
      | 'CourtStandardTimeSet'
      | 'CourtPhotosChanged'
      | 'CourtGuestInfoChanged'
      | 'CourtCityNoteChanged';
  }
>;

const changedAt = ({ data }: OfferEvent): string =>
  'at' in data ? data.at : 'listedAt' in data ? data.listedAt : data.changedAt;

const courtAfter = (
  offerHistory: CourtOfferHistory,
  { type, data }: OfferEvent,
): CourtOfferHistory => {
  switch (type) {
    case 'CourtScheduleChanged':
      return { ...offerHistory, weeklyHours: data.weeklyHours };
    case 'CourtDetailsChanged':
      return { ...offerHistory, sports: data.sports };
    case 'CourtNeighborRulesChanged':
      return { ...offerHistory, neighborRules: data.neighborRules };
    case 'CourtActivated':
    case 'CourtDeactivated':
      return { ...offerHistory, isActive: type === 'CourtActivated' };
    case 'CourtHidden':
    case 'CourtUnhidden':
      return { ...offerHistory, isHidden: type === 'CourtHidden' };
    case 'CourtListed':
      return offerHistory;
  }
};

const listedCourt = ({ data }: Extract<OfferEvent, { type: 'CourtListed' }>): CourtOfferHistory => {
  const { courtId, hostId, zone, weeklyHours, sports } = data;
  return {
    courtId,
    hostId,
    zone,
    weeklyHours,
    sports,
    neighborRules: standardNeighborRules,
    isActive: false,
    isHidden: false,
    offers: [],
  };
};

/**
 * The offers of each court, by court id. Each day has one offer, so changes take effect on the next
 * local day, and the last change on a day wins. A hidden court offers nothing.
 */
export const courtOffers = defineProjection<CourtOfferHistory, OfferEvent>({
  name: 'courtOffers',
  version: 2,
  indexes: [],
  handles: [
    ...(['CourtListed', 'CourtScheduleChanged', 'CourtActivated', 'CourtDeactivated'] as const),
    ...(['CourtHidden', 'CourtUnhidden'] as const),
    ...(['CourtDetailsChanged', 'CourtNeighborRulesChanged'] as const),
  ],
  key: ({ data }) => data.courtId,
  evolve(document, courtEvent) {
    const offerHistory = courtEvent.type === 'CourtListed' ? listedCourt(courtEvent) : document;
    if (!offerHistory) return null;
    const changedCourt = courtAfter(offerHistory, courtEvent);
    const effectiveDate = addDays(localDate(changedCourt.zone, changedAt(courtEvent)), 1);
    const newOffer = {
      from: effectiveDate,
      weeklyHours: playableHours(changedCourt),
      isShown: changedCourt.isActive && !changedCourt.isHidden,
    };
    const earlierOffers = offerHistory.offers.filter(
      (earlierOffer) => earlierOffer.from < effectiveDate,
    );
    const firstNeeded = earlierOffers.findLastIndex(
      (earlierOffer) => earlierOffer.from <= addDays(effectiveDate, -HISTORY_DAYS),
    );
    return {
      ...changedCourt,
      offers: [...earlierOffers.slice(Math.max(0, firstNeeded)), newOffer],
    };
  },
  audience: ({ hostId }) => [hostId],
});
