import type { CourtCommand } from '../../booking/courts/court.js';
import { defaultSchedule } from '../../booking/courts/default-schedule.js';
import { standardOffset } from '../../platform/kernel/local-time.js';
import type { Application } from './application.js';

type HostApplication = Extract<Application, { kind: 'host' }>;
type CourtDraft = Omit<Extract<CourtCommand, { type: 'ListCourt' }>['data'], 'photos'>;

/**
 * The draft court of an approved host. Without a rate, it stays hidden (domain rules, G20). It
 * starts with the default hours, because applicants describe their own hours in free text.
 */
export const courtDraftOf = (
  { form, review }: HostApplication,
  identifiers: Pick<CourtDraft, 'courtId' | 'hostId' | 'listedAt'>,
): CourtDraft => {
  const { address, courtType, courtSurface, description } = form;
  const { location, zone } = review!.place!;
  return {
    ...identifiers,
    ...defaultSchedule,
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
