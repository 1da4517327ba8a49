import type { CourtCommand } from '../../booking/courts/court.js';
import { defaultSchedule } from '../../booking/courts/default-schedule.js';
import type { Application } from './application.js';

type HostApplication = Extract<Application, { kind: 'host' }>;
type CourtDraft = Omit<Extract<CourtCommand, { type: 'ListCourt' }>['data'], 'photos'>;

/**
 * The court that an approved host told of, as a draft: it has no rate yet, so that nobody sees it before its host has set one
 * (domain rules, G20). When the court is free, the host told the desk in words, and sets as hours.
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
