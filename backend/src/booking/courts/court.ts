import { MOST_PHOTOS } from '@courtly/contracts/court-limits';
import { NeighborRules } from '@courtly/contracts/neighbor-rules';
import { standardNeighborRules } from '@courtly/contracts/standard-neighbor-rules';
import {
  type ChangeLimits,
  type DailyChanges,
  checkDailyChanges,
  countChange,
  noChanges,
} from '../../platform/kernel/daily-changes.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Live, Message } from '../../platform/kernel/decider.js';
import { CourtDetails, type CourtEvent, GuestInfo, courtEvents } from './court.events.js';

type ListedCourt = Extract<CourtEvent, { type: 'CourtListed' }>['data'];
type CourtSchedule = Pick<ListedCourt, 'weeklyHours' | 'bookingRules'>;

const emptyGuestInfo: GuestInfo = { houseRules: '', arrivalNotes: '', gateCode: '' };

/** A court as listed and changed. The read model uses the same fold. */
export type Court = ListedCourt &
  GuestInfo &
  Readonly<{
    /** The court was listed without an offset, so its court-days may be local dates. */
    hadLocalDays: boolean;
    /** Paths below `/api/photos/`, starting with the cover. */
    photos: readonly string[];
    /** The host's choice. */
    isActive: boolean;
    /** An admin's reason. */
    hiddenBecause: string | null;
    neighborRules: NeighborRules;
    /** An admin's note, which only admins read. */
    cityNote: string;
    /** The number of changes since the listing. */
    version: number;
  }>;

export type CourtState = Court & Readonly<{ changes: DailyChanges }>;

/** A command for another host's court is refused as if the court did not exist. */
type CourtReference = Readonly<{ courtId: string; hostId: string; at: string }>;
type CourtChange = CourtReference & Readonly<{ limits: ChangeLimits }>;
/** The version that a form started from. Earlier clients do not name it. */
type FormVersion = Readonly<{ version?: number | undefined }>;

/** `keep` lists the remaining photos in order (null: all). The `added` ones follow them. */
type PhotoChange = Readonly<{ keep: readonly string[] | null; added: readonly string[] }>;

export type CourtCommand =
  | Message<
      'ListCourt',
      ListedCourt & {
        photos: readonly string[];
        guestInfo: GuestInfo;
        neighborRules?: NeighborRules | undefined;
      }
    >
  | Message<
      'ChangeCourt',
      CourtChange &
        FormVersion & {
          details: CourtDetails;
          guestInfo: GuestInfo;
          neighborRules?: NeighborRules | undefined;
          zone: string | null;
        } & PhotoChange
    >
  | Message<
      'ChangeSchedule',
      CourtChange &
        FormVersion &
        Pick<CourtSchedule, 'weeklyHours'> &
        Partial<Pick<CourtSchedule, 'bookingRules'>>
    >
  | Message<'Activate' | 'Deactivate', CourtChange>
  | Message<'Retire', CourtReference>
  | Message<'Hide' | 'Unhide', Readonly<{ reason: string; at: string }>>
  | Message<'NoteCity', Readonly<{ note: string; at: string }>>
  | Message<'SetStandardTime', Readonly<{ standardOffsetMinutes: number; at: string }>>;

export const court: Decider<CourtState | null, CourtCommand, CourtEvent> & Live = {
  category: 'court',
  liveEvents: courtEvents,
  initial: null,

  decide(courtCommand, courtState) {
    const courtEvents = decideCourt(courtCommand, courtState);
    if ('limits' in courtCommand.data && courtEvents.length > 0)
      checkDailyChanges(courtState!.changes, courtCommand.data.at, courtCommand.data.limits);
    return courtEvents;
  },

  evolve(courtState, courtEvent) {
    const nextState = evolveCourt(courtState, courtEvent);
    if (!nextState || courtEvent.type === 'CourtListed')
      return nextState && { ...nextState, changes: noChanges };
    if (!isHostChange(courtEvent)) return { ...nextState, changes: courtState!.changes };
    const { data } = courtEvent;
    return {
      ...nextState,
      changes: countChange(courtState!.changes, 'at' in data ? data.at : data.changedAt),
    };
  },
};

/** Changes by an admin or by Courtly do not count toward the host's daily limit. */
const isHostChange = (courtEvent: CourtEvent): courtEvent is HostChange =>
  ![
    'CourtListed',
    'CourtHidden',
    'CourtUnhidden',
    'CourtStandardTimeSet',
    'CourtCityNoteChanged',
  ].includes(courtEvent.type);

type HostChange = Exclude<
  CourtEvent,
  {
    type:
      | 'CourtListed'
      | 'CourtHidden'
      | 'CourtUnhidden'
      | 'CourtStandardTimeSet'
      | 'CourtCityNoteChanged';
  }
>;

const decideCourt = ({ type, data }: CourtCommand, courtState: Court | null): CourtEvent[] => {
  switch (type) {
    case 'ListCourt': {
      if (courtState) throw new DomainError('conflict', 'This court is already listed.');
      const { photos, guestInfo, neighborRules, ...listed } = data;
      const { courtId, hostId, listedAt } = listed;
      return [
        { type: 'CourtListed', data: listed },
        ...guestInfoChanged({ courtId, hostId, at: listedAt }, emptyGuestInfo, guestInfo),
        ...neighborRulesChanged(
          { courtId, hostId, at: listedAt },
          standardNeighborRules,
          neighborRules ?? standardNeighborRules,
        ),
        ...photosChanged({ courtId, hostId, at: listedAt }, [], withoutDuplicates(photos)),
        ...(isDraftCourt(listed)
          ? []
          : [{ type: 'CourtActivated', data: { courtId, hostId, at: listedAt } } as const]),
      ];
    }
    case 'ChangeCourt': {
      const { courtId, hostId, at, details, guestInfo, neighborRules, zone, keep, added } = data;
      const existing = ownedBy(courtState, hostId);
      assertVersion(existing, data.version);
      if (zone !== null && zone !== existing.zone)
        throw invalidField(
          'zone',
          `This court's time zone is ${existing.zone}. It can't be changed, because bookings depend on it.`,
        );
      const nextPhotos = withoutDuplicates([...keptPhotos(existing, keep), ...added]);
      const changedDetails = { courtId, hostId, ...details, changedAt: at };
      return [
        ...(isSameJson(CourtDetails.parse(existing), CourtDetails.parse(details))
          ? []
          : [{ type: 'CourtDetailsChanged', data: changedDetails } as const]),
        ...guestInfoChanged({ courtId, hostId, at }, existing, guestInfo),
        ...neighborRulesChanged(
          { courtId, hostId, at },
          existing.neighborRules,
          neighborRules ?? existing.neighborRules,
        ),
        ...photosChanged({ courtId, hostId, at }, existing.photos, nextPhotos),
        ...(existing.isActive && isDraftCourt(details)
          ? [{ type: 'CourtDeactivated', data: { courtId, hostId, at } } as const]
          : []),
      ];
    }
    case 'ChangeSchedule': {
      const { courtId, hostId, at, weeklyHours, bookingRules } = data;
      const existing = ownedBy(courtState, hostId);
      assertVersion(existing, data.version);
      const nextSchedule = { weeklyHours, bookingRules: bookingRules ?? existing.bookingRules };
      if (
        isSameJson(
          { weeklyHours: existing.weeklyHours, bookingRules: existing.bookingRules },
          nextSchedule,
        )
      )
        return [];
      return [
        { type: 'CourtScheduleChanged', data: { courtId, hostId, ...nextSchedule, changedAt: at } },
      ];
    }
    case 'Activate': {
      const existing = ownedBy(courtState, data.hostId);
      if (isDraftCourt(existing))
        throw new DomainError('wrong_status', missingFieldIn(existing), { status: 'draft' });
      return existing.isActive ? [] : [{ type: 'CourtActivated', data: referenceOf(data) }];
    }
    case 'Deactivate': {
      const existing = ownedBy(courtState, data.hostId);
      return existing.isActive ? [{ type: 'CourtDeactivated', data: referenceOf(data) }] : [];
    }
    case 'Retire': {
      const existing = ownedBy(courtState, data.hostId);
      return [
        ...photosChanged(data, existing.photos, []),
        ...(existing.isActive
          ? [{ type: 'CourtDeactivated', data: referenceOf(data) } as const]
          : []),
      ];
    }
    case 'SetStandardTime': {
      const { courtId, hostId, standardOffsetMinutes } = requireListed(courtState);
      const { at, ...offset } = data;
      return standardOffsetMinutes === null
        ? [{ type: 'CourtStandardTimeSet', data: { courtId, hostId, ...offset, setAt: at } }]
        : [];
    }
    case 'NoteCity': {
      const { courtId, hostId, cityNote } = requireListed(courtState);
      return data.note === cityNote
        ? []
        : [{ type: 'CourtCityNoteChanged', data: { courtId, hostId, ...data } }];
    }
    case 'Hide':
    case 'Unhide': {
      const { courtId, hostId, zone, hiddenBecause } = requireListed(courtState);
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

const requireListed = (courtState: Court | null): Court => {
  if (!courtState) throw notFound('court');
  return courtState;
};

/** Whether players can find and book a court. */
export const isShown = ({
  isActive,
  hiddenBecause,
}: Pick<Court, 'isActive' | 'hiddenBecause'>): boolean => isActive && hiddenBecause === null;

export const evolveCourt = (courtState: Court | null, courtEvent: CourtEvent): Court | null => {
  const changedCourt = applyCourtEvent(courtState, courtEvent);
  return changedCourt && courtState
    ? { ...changedCourt, version: courtState.version + 1 }
    : changedCourt;
};

const applyCourtEvent = (courtState: Court | null, { type, data }: CourtEvent): Court | null => {
  if (type === 'CourtListed')
    return {
      ...data,
      ...emptyGuestInfo,
      hadLocalDays: data.standardOffsetMinutes === null,
      photos: [],
      isActive: false,
      hiddenBecause: null,
      neighborRules: standardNeighborRules,
      cityNote: '',
      version: 0,
    };
  if (!courtState) return courtState;
  switch (type) {
    case 'CourtStandardTimeSet':
      return { ...courtState, standardOffsetMinutes: data.standardOffsetMinutes };
    case 'CourtDetailsChanged': {
      const { changedAt: _, ...details } = data;
      return { ...courtState, ...details };
    }
    case 'CourtScheduleChanged':
      return { ...courtState, weeklyHours: data.weeklyHours, bookingRules: data.bookingRules };
    case 'CourtPhotosChanged':
      return { ...courtState, photos: data.photos };
    case 'CourtGuestInfoChanged':
      return { ...courtState, ...GuestInfo.parse(data) };
    case 'CourtNeighborRulesChanged':
      return { ...courtState, neighborRules: data.neighborRules };
    case 'CourtCityNoteChanged':
      return { ...courtState, cityNote: data.note };
    case 'CourtActivated':
      return { ...courtState, isActive: true };
    case 'CourtDeactivated':
      return { ...courtState, isActive: false };
    case 'CourtHidden':
      return { ...courtState, hiddenBecause: data.reason };
    case 'CourtUnhidden':
      return { ...courtState, hiddenBecause: null };
  }
};

const referenceOf = ({ courtId, hostId, at }: CourtReference): CourtReference => ({
  courtId,
  hostId,
  at,
});

/**
 * Without a surface or a rate, a court is a draft that only its host sees (domain rules, G20 and
 * G22).
 */
const isDraftCourt = ({
  surfaceType,
  rateCents,
}: Pick<CourtDetails, 'surfaceType' | 'rateCents'>): boolean =>
  surfaceType === 'other' || rateCents === 0;

const missingFieldIn = ({ surfaceType }: Pick<CourtDetails, 'surfaceType'>): string =>
  surfaceType === 'other'
    ? 'Choose the surface of this court first: hard, clay, or grass.'
    : 'Set the rate of this court first.';

/** @throws DomainError not_found, including for another host's court */
export const ownedBy = (courtState: Court | null, hostId: string): Court => {
  if (courtState?.hostId !== hostId) throw notFound('court');
  return courtState;
};

const assertVersion = (existing: Court, version = existing.version): void => {
  if (version !== existing.version)
    throw new DomainError(
      'court_changed',
      'This court was changed on another device. Check the changes, and save again.',
    );
};

const invalidField = (field: string, message: string) =>
  new DomainError('invalid_request', message, { fields: [{ field, message }] });

const keptPhotos = (
  { photos }: Court,
  photosToKeep: readonly string[] | null,
): readonly string[] => {
  if (photosToKeep?.some((photoPath) => !photos.includes(photoPath)))
    throw invalidField('keepPhotos', 'You can only keep photos that the court already has.');
  return photosToKeep ?? photos;
};

const photosChanged = (
  { at, ...courtReference }: CourtReference,
  previousPhotos: readonly string[],
  nextPhotos: string[],
): CourtEvent[] => {
  if (nextPhotos.length > MOST_PHOTOS)
    throw new DomainError(
      'too_large',
      `A court can have up to ${MOST_PHOTOS} photos. Remove some before adding more.`,
    );
  return isSameJson(previousPhotos, nextPhotos)
    ? []
    : [
        {
          type: 'CourtPhotosChanged',
          data: { ...courtReference, photos: nextPhotos, changedAt: at },
        },
      ];
};

const guestInfoChanged = (
  { at, ...courtReference }: CourtReference,
  previousInfo: GuestInfo,
  nextInfo: GuestInfo,
): CourtEvent[] =>
  isSameJson(GuestInfo.parse(previousInfo), GuestInfo.parse(nextInfo))
    ? []
    : [
        {
          type: 'CourtGuestInfoChanged',
          data: { ...courtReference, ...GuestInfo.parse(nextInfo), changedAt: at },
        },
      ];

const neighborRulesChanged = (
  { at, ...courtReference }: CourtReference,
  previousRules: NeighborRules,
  nextRules: NeighborRules,
): CourtEvent[] =>
  isSameJson(NeighborRules.parse(previousRules), NeighborRules.parse(nextRules))
    ? []
    : [
        {
          type: 'CourtNeighborRulesChanged',
          data: { ...courtReference, neighborRules: nextRules, changedAt: at },
        },
      ];

const withoutDuplicates = (photoPaths: readonly string[]): string[] => [...new Set(photoPaths)];

const isSameJson = (previousValue: unknown, nextValue: unknown): boolean =>
  JSON.stringify(previousValue) === JSON.stringify(nextValue);
