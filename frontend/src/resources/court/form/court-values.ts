import type { Court, CourtForm, ZonedCourt } from '@courtly/contracts/courts';
import type { NeighborRules } from '@courtly/contracts/neighbor-rules';
import { standardNeighborRules } from '@courtly/contracts/standard-neighbor-rules';

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
  neighborRules: NeighborValues;
};

type HourSpan = { from: string; to: string };
type NeighborValues = {
  quietHours: Record<Court['sports'][number], HourSpan>;
  lightsOff: string;
  maxPlayers: string;
  maxCars: string;
  noEvents: boolean;
};

const noQuietHours: HourSpan = { from: '', to: '08:00' };

const neighborValuesOf = ({
  quietHours,
  lightsOff,
  maxPlayers,
  maxCars,
  noEvents,
}: NeighborRules) => ({
  quietHours: {
    tennis: quietHours.tennis ?? noQuietHours,
    pickleball: quietHours.pickleball ?? noQuietHours,
  },
  lightsOff: lightsOff ?? '',
  maxPlayers: String(maxPlayers),
  maxCars: String(maxCars ?? ''),
  noEvents,
});

const spanOrNull = (span: HourSpan) => (span.from ? span : null);

/** The rules as the contract expects them: null for no rule. */
export const neighborRulesIn = ({ quietHours, lightsOff, maxCars, ...others }: NeighborValues) => ({
  ...others,
  quietHours: {
    tennis: spanOrNull(quietHours.tennis),
    pickleball: spanOrNull(quietHours.pickleball),
  },
  lightsOff: lightsOff || null,
  maxCars: maxCars || null,
});

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
  neighborRules: neighborValuesOf(standardNeighborRules),
};

/**
 * The full address to submit: the number and unit, and then the street unless they already include
 * it.
 */
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

/** The initial form values. The zone is empty because only a new court lets the host choose one. */
export const initialValuesOf = (court: ZonedCourt | null): CourtValues =>
  court
    ? {
        name: court.name,
        description: court.description,
        surfaceType: court.surfaceType,
        sports: court.sports,
        location: court.location,
        ...splitAddress(court),
        latitude: String(court.latitude ?? ''),
        longitude: String(court.longitude ?? ''),
        zone: '',
        amenities: court.amenities,
        hourlyRate: court.hourlyRate,
        courtAccess: court.courtAccess,
        houseRules: court.houseRules,
        arrivalNotes: court.arrivalNotes,
        gateCode: court.gateCode,
        neighborRules: neighborValuesOf(court.neighborRules),
      }
    : emptyValues;

/**
 * Encodes the form as the contract expects: text values, lists and rules as JSON, new photos as
 * files.
 */
export const toFormData = (courtForm: CourtForm, photoFiles: readonly File[]): FormData => {
  const formData = new FormData();
  for (const [name, value] of Object.entries(courtForm))
    if (value !== undefined)
      formData.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  for (const file of photoFiles) formData.append('photos', file, file.name);
  return formData;
};
