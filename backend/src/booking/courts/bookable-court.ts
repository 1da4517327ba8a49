import type { BookingRules, WeeklyHours } from '@courtly/contracts/opening-hours';
import type { CourtEvent } from './court.events.js';
import type { Fold } from '../../platform/kernel/decider.js';

type CourtDetails = Extract<CourtEvent, { type: 'CourtDetailsChanged' }>['data'];

/** What a booking needs from a court. */
export type BookableCourt = Pick<
  CourtDetails,
  | 'courtId'
  | 'hostId'
  | 'name'
  | 'location'
  | 'street'
  | 'address'
  | 'surfaceType'
  | 'courtAccess'
  | 'rateCents'
> &
  Readonly<{
    zone: string;
    weeklyHours: WeeklyHours;
    bookingRules: BookingRules;
    photos: readonly string[];
    arrivalNotes: string;
    gateCode: string;
    isActive: boolean;
    /** An admin's reason, or null. */
    hiddenBecause: string | null;
  }>;

const courtDetailsOf = ({
  courtId,
  hostId,
  name,
  location,
  street,
  address,
  surfaceType,
  courtAccess,
  rateCents,
}: CourtDetails) => ({
  courtId,
  hostId,
  name,
  location,
  street,
  address,
  surfaceType,
  courtAccess,
  rateCents,
});

export const bookableCourt: Fold<BookableCourt | null, CourtEvent> = {
  category: 'court',
  initial: null,
  evolve(court, { type, data }) {
    if (type === 'CourtListed') {
      const { zone, weeklyHours, bookingRules, listedAt } = data;
      const courtDetails = courtDetailsOf({ ...data, changedAt: listedAt });
      const arrivalInfo = { arrivalNotes: '', gateCode: '' };
      return {
        ...courtDetails,
        zone,
        weeklyHours,
        bookingRules,
        photos: [],
        ...arrivalInfo,
        isActive: data.surfaceType !== 'other',
        hiddenBecause: null,
      };
    }
    if (!court) return null;
    switch (type) {
      case 'CourtDetailsChanged':
        return { ...court, ...courtDetailsOf(data) };
      case 'CourtScheduleChanged':
        return { ...court, weeklyHours: data.weeklyHours, bookingRules: data.bookingRules };
      case 'CourtPhotosChanged':
        return { ...court, photos: data.photos };
      case 'CourtGuestInfoChanged':
        return { ...court, arrivalNotes: data.arrivalNotes, gateCode: data.gateCode };
      case 'CourtActivated':
        return { ...court, isActive: true };
      case 'CourtDeactivated':
        return { ...court, isActive: false };
      case 'CourtHidden':
        return { ...court, hiddenBecause: data.reason };
      case 'CourtUnhidden':
        return { ...court, hiddenBecause: null };
    }
  },
};
