import type { CourtCommand } from '../../booking/courts/court.js';
import { defaultSchedule } from '../../booking/courts/default-schedule.js';
import { standardOffset } from '../../platform/kernel/local-time.js';
import type { Application } from './application.js';
import { describedHours } from './described-hours.js';

type HostApplication = Extract<Application, { kind: 'host' }>;
type CourtDraft = Omit<Extract<CourtCommand, { type: 'ListCourt' }>['data'], 'photos'>;

/**
 * The draft court of an approved host. Without a rate, it stays hidden (domain rules, G20). It has
 * the hours that the applicant described, if they are understood, and otherwise the default ones.
 */
export const courtDraftOf = (
  { form, review }: HostApplication,
  identifiers: Pick<CourtDraft, 'courtId' | 'hostId' | 'listedAt'>,
): CourtDraft => {
  const { address, courtType, courtSurface, availability, description } = form;
  const { location, zone } = review!.place!;
  return {
    ...identifiers,
    ...defaultSchedule,
    weeklyHours: describedHours(availability) ?? defaultSchedule.weeklyHours,
    zone,
    standardOffsetMinutes: standardOffset(zone, identifiers.listedAt),
    location,
    address,
    description,
    name: `Private court in ${location}`.slice(0, 80),
    street: '',
    surfaceType: courtSurface,
    sports: courtType === 'both' ? ['tennis', 'pickleball'] : [courtType],
    courtAccess: 'public',
    rateCents: 0,
    latitude: null,
    longitude: null,
    amenities: [],
    guestInfo: { houseRules: '', arrivalNotes: '', gateCode: '' },
  };
};
