import {
  type ChangeLimits,
  type DailyChanges,
  checkDailyChanges,
  countChange,
  noChanges,
} from '../../platform/kernel/daily-changes.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { CourtEvent } from './court.events.js';

type Listed = Extract<CourtEvent, { type: 'CourtListed' }>['data'];
type Schedule = Pick<Listed, 'weeklyHours' | 'bookingRules'>;

/** The fields of the court form, without photos and zone. */
export type Details = Omit<
  Listed,
  'courtId' | 'hostId' | 'zone' | 'weeklyHours' | 'bookingRules' | 'listedAt'
>;

export type GuestInfo = Readonly<{ houseRules: string; arrivalNotes: string; gateCode: string }>;

const nothingSaid: GuestInfo = { houseRules: '', arrivalNotes: '', gateCode: '' };

/**
 * `photos` are paths below `/api/photos/`; the first is the cover. `isActive` is the host's choice,
 * `hiddenBecause` an admin's reason or null. The read model uses the same fold.
 */
export type Court = Listed &
  GuestInfo &
  Readonly<{ photos: readonly string[]; isActive: boolean; hiddenBecause: string | null }>;

export type CourtState = Court & Readonly<{ changes: DailyChanges }>;

/** A court of another host is refused as if it did not exist. */
type Its = Readonly<{ courtId: string; hostId: string; at: string }>;
type Change = Its & Readonly<{ limits: ChangeLimits }>;

/** `keep` lists the photos that stay, in order (null: all); `added` follow them. */
type PhotoChange = Readonly<{ keep: readonly string[] | null; added: readonly string[] }>;

export type CourtCommand =
  | Message<'ListCourt', Listed & { photos: readonly string[]; guestInfo: GuestInfo }>
  | Message<
      'ChangeCourt',
      Change & { details: Details; guestInfo: GuestInfo; zone: string | null } & PhotoChange
    >
  | Message<
      'ChangeSchedule',
      Change & Pick<Schedule, 'weeklyHours'> & Partial<Pick<Schedule, 'bookingRules'>>
    >
  | Message<'Activate' | 'Deactivate', Change>
  | Message<'Retire', Its>
  | Message<'Hide' | 'Unhide', Readonly<{ reason: string; at: string }>>;

export const MOST_PHOTOS = 5;

export const court: Decider<CourtState | null, CourtCommand, CourtEvent> = {
  category: 'court',
  initial: null,

  decide(command, state) {
    const events = decided(command, state);
    if ('limits' in command.data && events.length > 0)
      checkDailyChanges(state!.changes, command.data.at, command.data.limits);
    return events;
  },

  evolve(state, event) {
    const next = evolveCourt(state, event);
    if (!next || event.type === 'CourtListed') return next && { ...next, changes: noChanges };
    // Changes by an admin do not count toward the host's limit.
    if (event.type === 'CourtHidden' || event.type === 'CourtUnhidden')
      return { ...next, changes: state!.changes };
    const { data } = event;
    return {
      ...next,
      changes: countChange(state!.changes, 'at' in data ? data.at : data.changedAt),
    };
  },
};

const decided = ({ type, data }: CourtCommand, state: Court | null): CourtEvent[] => {
  switch (type) {
    case 'ListCourt': {
      if (state) throw new DomainError('conflict', 'This court is already listed.');
      const { photos, guestInfo, ...listed } = data;
      const { courtId, hostId, listedAt } = listed;
      return [
        { type: 'CourtListed', data: listed },
        ...guestInfoChanged({ courtId, hostId, at: listedAt }, nothingSaid, guestInfo),
        ...photosChanged({ courtId, hostId, at: listedAt }, [], onlyOnce(photos)),
        ...(isDraft(listed)
          ? []
          : [{ type: 'CourtActivated', data: { courtId, hostId, at: listedAt } } as const]),
      ];
    }
    case 'ChangeCourt': {
      const { courtId, hostId, at, details, guestInfo, zone, keep, added } = data;
      const own = ownedBy(state, hostId);
      if (zone !== null && zone !== own.zone)
        throw invalid(
          'zone',
          `This court's time zone is ${own.zone}. It can't be changed, because bookings depend on it.`,
        );
      const photos = onlyOnce([...kept(own, keep), ...added]);
      const changed = { courtId, hostId, ...details, changedAt: at };
      return [
        ...(same(detailsOf(own), details)
          ? []
          : [{ type: 'CourtDetailsChanged', data: changed } as const]),
        ...guestInfoChanged({ courtId, hostId, at }, own, guestInfo),
        ...photosChanged({ courtId, hostId, at }, own.photos, photos),
        ...(own.isActive && isDraft(details)
          ? [{ type: 'CourtDeactivated', data: { courtId, hostId, at } } as const]
          : []),
      ];
    }
    case 'ChangeSchedule': {
      const { courtId, hostId, at, weeklyHours, bookingRules } = data;
      const own = ownedBy(state, hostId);
      const next = { weeklyHours, bookingRules: bookingRules ?? own.bookingRules };
      if (same({ weeklyHours: own.weeklyHours, bookingRules: own.bookingRules }, next)) return [];
      return [{ type: 'CourtScheduleChanged', data: { courtId, hostId, ...next, changedAt: at } }];
    }
    case 'Activate': {
      const own = ownedBy(state, data.hostId);
      if (isDraft(own)) throw new DomainError('wrong_status', missingIn(own), { status: 'draft' });
      return own.isActive ? [] : [{ type: 'CourtActivated', data: instantOf(data) }];
    }
    case 'Deactivate': {
      const own = ownedBy(state, data.hostId);
      return own.isActive ? [{ type: 'CourtDeactivated', data: instantOf(data) }] : [];
    }
    case 'Retire': {
      const own = ownedBy(state, data.hostId);
      return [
        ...photosChanged(data, own.photos, []),
        ...(own.isActive ? [{ type: 'CourtDeactivated', data: instantOf(data) } as const] : []),
      ];
    }
    case 'Hide':
    case 'Unhide': {
      const { courtId, hostId, zone, hiddenBecause } = listed(state);
      if ((type === 'Hide') === (hiddenBecause !== null)) return [];
      return [
        {
          type: type === 'Hide' ? 'CourtHidden' : 'CourtUnhidden',
          data: { courtId, hostId, zone, ...data },
        },
      ];
    }
  }
};

const listed = (state: Court | null): Court => {
  if (!state) throw notFound('court');
  return state;
};

/** Whether players can find and book a court. */
export const isShown = ({
  isActive,
  hiddenBecause,
}: Pick<Court, 'isActive' | 'hiddenBecause'>): boolean => isActive && hiddenBecause === null;

export const evolveCourt = (state: Court | null, { type, data }: CourtEvent): Court | null => {
  if (type === 'CourtListed')
    return { ...data, ...nothingSaid, photos: [], isActive: false, hiddenBecause: null };
  if (!state) return state;
  switch (type) {
    case 'CourtDetailsChanged': {
      const { changedAt: _, ...details } = data;
      return { ...state, ...details };
    }
    case 'CourtScheduleChanged':
      return { ...state, weeklyHours: data.weeklyHours, bookingRules: data.bookingRules };
    case 'CourtPhotosChanged':
      return { ...state, photos: data.photos };
    case 'CourtGuestInfoChanged':
      return { ...state, ...guestInfoOf(data) };
    case 'CourtActivated':
      return { ...state, isActive: true };
    case 'CourtDeactivated':
      return { ...state, isActive: false };
    case 'CourtHidden':
      return { ...state, hiddenBecause: data.reason };
    case 'CourtUnhidden':
      return { ...state, hiddenBecause: null };
  }
};

const instantOf = ({ courtId, hostId, at }: Its): Its => ({ courtId, hostId, at });

/**
 * Without a surface or a rate, a court is a draft that only its host sees (domain rules, G20 and
 * G22).
 */
const isDraft = ({ surfaceType, rateCents }: Pick<Details, 'surfaceType' | 'rateCents'>): boolean =>
  surfaceType === 'other' || rateCents === 0;

const missingIn = ({ surfaceType }: Pick<Details, 'surfaceType'>): string =>
  surfaceType === 'other'
    ? 'Choose the surface of this court first: hard, clay, or grass.'
    : 'Set the rate of this court first.';

/** @throws DomainError not_found, also for a court of another host */
export const ownedBy = (state: Court | null, hostId: string): Court => {
  if (state?.hostId !== hostId) throw notFound('court');
  return state;
};

const invalid = (field: string, message: string) =>
  new DomainError('invalid_request', message, { fields: [{ field, message }] });

const kept = ({ photos }: Court, keep: readonly string[] | null): readonly string[] => {
  if (keep?.some((photo) => !photos.includes(photo)))
    throw invalid('keepPhotos', 'You can only keep photos that the court already has.');
  return keep ?? photos;
};

const photosChanged = (
  { at, ...its }: Its,
  before: readonly string[],
  photos: string[],
): CourtEvent[] => {
  if (photos.length > MOST_PHOTOS)
    throw new DomainError(
      'too_large',
      `A court can have up to ${MOST_PHOTOS} photos. Remove some before adding more.`,
    );
  return same(before, photos)
    ? []
    : [{ type: 'CourtPhotosChanged', data: { ...its, photos, changedAt: at } }];
};

const guestInfoOf = ({ houseRules, arrivalNotes, gateCode }: GuestInfo): GuestInfo => ({
  houseRules,
  arrivalNotes,
  gateCode,
});

const guestInfoChanged = (
  { at, ...its }: Its,
  before: GuestInfo,
  after: GuestInfo,
): CourtEvent[] =>
  same(guestInfoOf(before), guestInfoOf(after))
    ? []
    : [{ type: 'CourtGuestInfoChanged', data: { ...its, ...guestInfoOf(after), changedAt: at } }];

const onlyOnce = (photos: readonly string[]): string[] => [...new Set(photos)];

/** Picks the fields in a fixed order, so that they compare as text. */
const detailsOf = (own: Details): Details => ({
  name: own.name,
  description: own.description,
  location: own.location,
  street: own.street,
  address: own.address,
  surfaceType: own.surfaceType,
  sports: own.sports,
  courtAccess: own.courtAccess,
  rateCents: own.rateCents,
  latitude: own.latitude,
  longitude: own.longitude,
  amenities: own.amenities,
});

const same = (before: unknown, after: unknown): boolean =>
  JSON.stringify(before) === JSON.stringify(after);
