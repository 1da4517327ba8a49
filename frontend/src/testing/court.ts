import type { CourtHour, Slot } from '@courtly/contracts/availability';
import { standardNeighborRules } from '@courtly/contracts/standard-neighbor-rules';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { CourtSearchResult } from '@courtly/contracts/search';
import { HOUR_MS } from '../lib/durations';

const day = [{ from: '07:00', to: '21:00' }];

export const courtLike = (changes: Partial<CourtDetail> = {}): CourtDetail => ({
  id: 'c1',
  ownerId: 'h1',
  name: 'Camelback Clay',
  description: 'Red clay under the mountain.',
  location: 'Paradise Valley',
  address: 'E Lincoln Dr',
  street: 'E Lincoln Dr',
  latitude: null,
  longitude: null,
  zone: 'America/Phoenix',
  zoneOffsets: [],
  surfaceType: 'clay',
  sports: ['tennis'],
  courtAccess: 'public',
  hourlyRate: '300.00',
  shownPrice: { amount: '300.00', note: null },
  photos: [],
  amenities: [],
  houseRules: '',
  arrivalNotes: '',
  gateCode: '',
  neighborRules: standardNeighborRules,
  isActive: true,
  hiddenBecause: null,
  awaitsApproval: false,
  version: 3,
  createdAt: '2027-01-01T00:00:00.000Z',
  weeklyHours: {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  },
  policy: {
    leadMinutes: 120,
    horizonDays: 14,
    instantBook: false,
    standard: { leadMinutes: 120, horizonDays: 14 },
  },
  takesBookings: true,
  access: { kind: 'public', mayBook: true, how: null },
  headStartMinutes: 4320,
  rating: { rating: null, count: 0 },
  reviews: [],
  quote: {
    hourlyRate: '300.00',
    serviceFee: '30.00',
    tax: null,
    totalAmount: '330.00',
    policyId: 'standard-1',
    freeCancelMinutes: 1440,
    lateRefundShare: 5000,
  },
  ...changes,
});

/** A one-hour slot in Phoenix. */
export const slotLike = (start: string, changes: Partial<Slot> = {}): Slot => ({
  start,
  end: new Date(Date.parse(start) + HOUR_MS).toISOString(),
  time: '',
  zone: 'America/Phoenix',
  offset: '-07:00',
  opensForYouAt: null,
  ...changes,
});

/** The hours of a local day without a clock change, offered from 7:00 AM to 9:00 PM. */
export const courtHoursLike = (
  day: string,
  zone = 'America/Phoenix',
  offset = '-07:00',
): CourtHour[] =>
  Array.from({ length: 24 }, (_, hour) => {
    const startTimestamp = Date.parse(`${day}T00:00:00${offset}`) + hour * HOUR_MS;
    return {
      start: new Date(startTimestamp).toISOString(),
      end: new Date(startTimestamp + HOUR_MS).toISOString(),
      time: `${String(hour % 12 || 12).padStart(2, '0')}:00 ${hour < 12 ? 'AM' : 'PM'}`,
      zone,
      offset,
      isOffered: 7 <= hour && hour < 21,
    };
  });

/** The same court as a search result. */
export const searchResultLike = ({
  slots = [],
  ...changes
}: Partial<CourtSearchResult> = {}): CourtSearchResult => ({
  ...courtLike(changes as Partial<CourtDetail>),
  slots,
});
