import type { WeeklyHours } from '@courtly/contracts/opening-hours';
import type { CourtEvent } from '../../booking/courts/court.events.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { defineProjection } from '../../platform/projections/projection.js';

/** What a court offers from a day of its own calendar on, until the next offer. */
export type Offer = Readonly<{ from: string; weeklyHours: WeeklyHours; isShown: boolean }>;

/** Which weekly hours a court has had, the earliest first, and what it says now. */
export type OffersOfCourt = Readonly<{
  courtId: string;
  hostId: string;
  zone: string;
  weeklyHours: WeeklyHours;
  isActive: boolean;
  isHidden: boolean;
  offers: readonly Offer[];
}>;

/** Figures go back 24 months: what ended before that is forgotten, so that a court has one offer a day at the most. */
const REMEMBERED_DAYS = 800;

export type OfferEvent = Exclude<
  CourtEvent,
  { type: 'CourtDetailsChanged' | 'CourtPhotosChanged' | 'CourtGuestInfoChanged' }
>;

const atOf = ({ data }: OfferEvent): string =>
  'at' in data ? data.at : 'listedAt' in data ? data.listedAt : data.changedAt;

const saysAfter = (court: OffersOfCourt, { type, data }: OfferEvent): OffersOfCourt => {
  switch (type) {
    case 'CourtScheduleChanged':
      return { ...court, weeklyHours: data.weeklyHours };
    case 'CourtActivated':
    case 'CourtDeactivated':
      return { ...court, isActive: type === 'CourtActivated' };
    case 'CourtHidden':
    case 'CourtUnhidden':
      return { ...court, isHidden: type === 'CourtHidden' };
    case 'CourtListed':
      return court;
  }
};

const asListed = ({ data }: Extract<OfferEvent, { type: 'CourtListed' }>): OffersOfCourt => {
  const { courtId, hostId, zone, weeklyHours } = data;
  return { courtId, hostId, zone, weeklyHours, isActive: false, isHidden: false, offers: [] };
};

/**
 * What each court has offered, by its id. A day has one offer, that which held when it began: of changes on one day the last
 * one counts from the next day on. A court that players do not find offers nothing.
 */
export const courtOffers = defineProjection<OffersOfCourt, OfferEvent>({
  name: 'courtOffers',
  version: 1,
  indexes: [],
  handles: [
    ...(['CourtListed', 'CourtScheduleChanged', 'CourtActivated', 'CourtDeactivated'] as const),
    ...(['CourtHidden', 'CourtUnhidden'] as const),
  ],
  key: ({ data }) => data.courtId,
  evolve(document, event) {
    const court = event.type === 'CourtListed' ? asListed(event) : document;
    if (!court) return null;
    const next = saysAfter(court, event);
    const from = addDays(localDate(next.zone, atOf(event)), 1);
    const offer = { from, weeklyHours: next.weeklyHours, isShown: next.isActive && !next.isHidden };
    const before = court.offers.filter((one) => one.from < from);
    const first = before.findLastIndex((one) => one.from <= addDays(from, -REMEMBERED_DAYS));
    return { ...next, offers: [...before.slice(Math.max(0, first)), offer] };
  },
  audience: ({ hostId }) => [hostId],
});
