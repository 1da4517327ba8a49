import type { WeeklyHours } from '@courtly/contracts/opening-hours';
import type { CourtEvent } from '../../booking/courts/court.events.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { defineProjection } from '../../platform/projections/projection.js';

/** Valid from a local day of the court until the next offer. */
export type Offer = Readonly<{ from: string; weeklyHours: WeeklyHours; isShown: boolean }>;

/** The current settings of a court, and its offers so far, earliest first. */
export type CourtOfferHistory = Readonly<{
  courtId: string;
  hostId: string;
  zone: string;
  weeklyHours: WeeklyHours;
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
      | 'CourtDetailsChanged'
      | 'CourtPhotosChanged'
      | 'CourtGuestInfoChanged';
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
  const { courtId, hostId, zone, weeklyHours } = data;
  return { courtId, hostId, zone, weeklyHours, isActive: false, isHidden: false, offers: [] };
};

/**
 * The offers of each court, by court id. Each day has one offer, so changes take effect on the next
 * local day, and the last change on a day wins. A hidden court offers nothing.
 */
export const courtOffers = defineProjection<CourtOfferHistory, OfferEvent>({
  name: 'courtOffers',
  version: 1,
  indexes: [],
  handles: [
    ...(['CourtListed', 'CourtScheduleChanged', 'CourtActivated', 'CourtDeactivated'] as const),
    ...(['CourtHidden', 'CourtUnhidden'] as const),
  ],
  key: ({ data }) => data.courtId,
  evolve(document, courtEvent) {
    const offerHistory = courtEvent.type === 'CourtListed' ? listedCourt(courtEvent) : document;
    if (!offerHistory) return null;
    const changedCourt = courtAfter(offerHistory, courtEvent);
    const effectiveDate = addDays(localDate(changedCourt.zone, changedAt(courtEvent)), 1);
    const newOffer = {
      from: effectiveDate,
      weeklyHours: changedCourt.weeklyHours,
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
