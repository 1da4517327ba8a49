import { standardNeighborRules } from '@courtly/contracts/standard-neighbor-rules';
import { weekdays } from '@courtly/contracts/opening-hours';
import type { Court } from '../src/booking/courts/court.js';
import type { CourtDetails } from '../src/booking/courts/court.events.js';
import type { CourtEvent } from '../src/booking/courts/court.events.js';

type Listed = Extract<CourtEvent, { type: 'CourtListed' }>['data'];

const allDay = [{ from: '07:00', to: '21:00' }];
const LISTED_AT = '2027-03-01T09:00:00.000Z';

/** The default hours of a new court: 7 AM to 9 PM. */
export const everyDay = Object.fromEntries(
  weekdays.map((weekday) => [weekday, allDay]),
) as Listed['weeklyHours'];

export const courtDetails: CourtDetails = {
  name: 'Roxbury Court',
  description: 'Under the palms',
  location: 'Beverly Hills',
  street: 'S Roxbury Dr',
  address: '471 S Roxbury Dr, Unit 2, Beverly Hills, CA 90212',
  surfaceType: 'hard',
  sports: ['tennis'],
  courtAccess: 'public',
  rateCents: 30_000,
  latitude: 34.0594,
  longitude: -118.4069,
  amenities: ['Lighting', 'Parking'],
};

/** Hana's court in Beverly Hills. */
export const courtFields = (changes: Partial<Listed> = {}): Listed => ({
  courtId: 'roxbury',
  hostId: 'hana',
  zone: 'America/Los_Angeles',
  standardOffsetMinutes: -480,
  ...courtDetails,
  weeklyHours: everyDay,
  bookingRules: { leadMinutes: null, horizonDays: null, instantBook: false },
  listedAt: LISTED_AT,
  ...changes,
});

export const guestInfo = { houseRules: '', arrivalNotes: '', gateCode: '' };

/** The same court, listed and active. */
export const aListing = (changes: Partial<Court> = {}): Court => ({
  ...courtFields(),
  ...guestInfo,
  hadLocalDays: false,
  photos: [],
  isActive: true,
  hiddenBecause: null,
  neighborRules: standardNeighborRules,
  cityNote: '',
  version: 1,
  ...changes,
});

export const courtListed = (changes: Partial<Listed> = {}): CourtEvent => ({
  type: 'CourtListed',
  data: courtFields(changes),
});

export const courtActivated: CourtEvent = {
  type: 'CourtActivated',
  data: { courtId: 'roxbury', hostId: 'hana', at: LISTED_AT },
};

export const photosChanged = (photos: string[], changedAt = LISTED_AT): CourtEvent => ({
  type: 'CourtPhotosChanged',
  data: { courtId: 'roxbury', hostId: 'hana', photos, changedAt },
});
