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
  evolve(courtState, { type, data }) {
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
    if (!courtState) return null;
    switch (type) {
      case 'CourtDetailsChanged':
        return { ...courtState, ...courtDetailsOf(data) };
      case 'CourtScheduleChanged':
        return { ...courtState, weeklyHours: data.weeklyHours, bookingRules: data.bookingRules };
      case 'CourtPhotosChanged':
        return { ...courtState, photos: data.photos };
      case 'CourtGuestInfoChanged':
        return { ...courtState, arrivalNotes: data.arrivalNotes, gateCode: data.gateCode };
      case 'CourtActivated':
        return { ...courtState, isActive: true };
      case 'CourtDeactivated':
        return { ...courtState, isActive: false };
      case 'CourtHidden':
        return { ...courtState, hiddenBecause: data.reason };
      case 'CourtUnhidden':
        return { ...courtState, hiddenBecause: null };
    }
  },
};
