import type { Court, CourtForm } from '@courtly/contracts/courts';

/**
 * Field values of the court form: numbers as text, empty text for no value. `street` is public;
 * `address` is the house number and unit, which only players with a confirmed booking see.
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

/** The full address to submit: number and unit, then the street unless already included. */
export const addressOf = ({ street, address }: Pick<CourtValues, 'street' | 'address'>): string => {
  const [shown, own] = [street.trim(), address.trim()];
  return own === '' || own.includes(shown) ? own : `${own} ${shown}`;
};

/**
 * Splits a listed address into its two fields. An address that doesn't end with its street stays
 * whole.
 */
const placeOf = ({ street, address }: Pick<Court, 'street' | 'address'>) => ({
  street,
  address:
    street && address.endsWith(` ${street}`) ? address.slice(0, -street.length - 1) : address,
});

/** Initial form values. The zone is empty because only new courts choose one. */
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

/** Encodes the form as the contract expects: text values, lists as JSON, new photos as files. */
export const formDataOf = (form: CourtForm, files: readonly File[]): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(form))
    if (value !== undefined)
      data.append(name, Array.isArray(value) ? JSON.stringify(value) : String(value));
  for (const file of files) data.append('photos', file, file.name);
  return data;
};
