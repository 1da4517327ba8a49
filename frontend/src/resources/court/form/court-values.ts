import type { Court, CourtForm } from '@courtly/contracts/courts';

/**
 * The fields of the court form as they are filled in: every number as text, nothing chosen as empty text. `street` is for
 * everybody, `address` what only confirmed players see before it: house number and unit.
 */
export type CourtValues = {
  name: string;
  description: string;
  surfaceType: string;
  sports: Court['sports'];
  location: string;
  street: string;
  address: string;
  latitude: string;
  longitude: string;
  zone: string;
  amenities: readonly string[];
  hourlyRate: string;
  courtAccess: Court['courtAccess'];
  houseRules: string;
  arrivalNotes: string;
  gateCode: string;
};

const empty: CourtValues = {
  name: '',
  description: '',
  surfaceType: '',
  sports: ['tennis'],
  location: '',
  street: '',
  address: '',
  latitude: '',
  longitude: '',
  zone: '',
  amenities: [],
  hourlyRate: '',
  courtAccess: 'public',
  houseRules: '',
  arrivalNotes: '',
  gateCode: '',
};

/** The whole address as it is sent: number and unit, then the street, unless it was written in already. */
export const addressOf = ({ street, address }: Pick<CourtValues, 'street' | 'address'>): string => {
  const [shown, own] = [street.trim(), address.trim()];
  return own === '' || own.includes(shown) ? own : `${own} ${shown}`;
};

/** The two fields of a place that is listed already. An address that does not end with its street stays whole. */
const placeOf = ({ street, address }: Pick<Court, 'street' | 'address'>) => ({
  street,
  address:
    street && address.endsWith(` ${street}`) ? address.slice(0, -street.length - 1) : address,
});

/** What the form starts with. The zone of a court never changes, so that only a new one is asked for it. */
export const valuesOf = (court: Court | null): CourtValues =>
  court
    ? {
        name: court.name,
        description: court.description,
        surfaceType: court.surfaceType,
        sports: court.sports,
        location: court.location,
        ...placeOf(court),
        latitude: String(court.latitude ?? ''),
        longitude: String(court.longitude ?? ''),
        zone: '',
        amenities: court.amenities,
        hourlyRate: court.hourlyRate,
        courtAccess: court.courtAccess,
        houseRules: court.houseRules,
        arrivalNotes: court.arrivalNotes,
        gateCode: court.gateCode,
      }
    : empty;

/** The form as the contract sends it: every value as text, lists as JSON text, new photos as files. */
export const formDataOf = (form: CourtForm, files: readonly File[]): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(form))
    if (value !== undefined)
      data.append(name, Array.isArray(value) ? JSON.stringify(value) : String(value));
  for (const file of files) data.append('photos', file, file.name);
  return data;
};
