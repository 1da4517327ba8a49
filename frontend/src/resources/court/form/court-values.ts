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

const emptyValues: CourtValues = {
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
export const fullAddress = ({
  street,
  address,
}: Pick<CourtValues, 'street' | 'address'>): string => {
  const [streetName, houseNumber] = [street.trim(), address.trim()];
  return houseNumber === '' || houseNumber.includes(streetName)
    ? houseNumber
    : `${houseNumber} ${streetName}`;
};

/**
 * Splits a listed address into its two fields. An address that doesn't end with its street stays
 * whole.
 */
const splitAddress = ({ street, address }: Pick<Court, 'street' | 'address'>) => ({
  street,
  address:
    street && address.endsWith(` ${street}`) ? address.slice(0, -street.length - 1) : address,
});

/** Initial form values. The zone is empty because only new courts choose one. */
export const initialValuesOf = (existingCourt: Court | null): CourtValues =>
  existingCourt
    ? {
        name: existingCourt.name,
        description: existingCourt.description,
        surfaceType: existingCourt.surfaceType,
        sports: existingCourt.sports,
        location: existingCourt.location,
        ...splitAddress(existingCourt),
        latitude: String(existingCourt.latitude ?? ''),
        longitude: String(existingCourt.longitude ?? ''),
        zone: '',
        amenities: existingCourt.amenities,
        hourlyRate: existingCourt.hourlyRate,
        courtAccess: existingCourt.courtAccess,
        houseRules: existingCourt.houseRules,
        arrivalNotes: existingCourt.arrivalNotes,
        gateCode: existingCourt.gateCode,
      }
    : emptyValues;

/** Encodes the form as the contract expects: text values, lists as JSON, new photos as files. */
export const toFormData = (courtForm: CourtForm, photoFiles: readonly File[]): FormData => {
  const formData = new FormData();
  for (const [fieldName, fieldValue] of Object.entries(courtForm))
    if (fieldValue !== undefined)
      formData.append(
        fieldName,
        Array.isArray(fieldValue) ? JSON.stringify(fieldValue) : String(fieldValue),
      );
  for (const photoFile of photoFiles) formData.append('photos', photoFile, photoFile.name);
  return formData;
};
