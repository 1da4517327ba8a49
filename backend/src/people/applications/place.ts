import { openCityIn, courtZoneOf } from '../../booking/courts/court-zone.js';
import { DomainError } from '../../platform/kernel/domain-error.js';

type PlaceInput = Readonly<{ location?: string | undefined; zone?: string | undefined }>;

/**
 * The admin's input, or else what the address says.
 * @throws DomainError invalid_request for `location` or `zone` if neither is known
 */
export const courtPlaceOf = (
  address: string,
  { location, zone }: PlaceInput,
): Readonly<{ location: string; zone: string }> => {
  const cityName = location ?? openCityIn(address);
  if (cityName === undefined) {
    const message = 'Please enter the city. The address does not include it.';
    throw new DomainError('invalid_request', message, { fields: [{ field: 'location', message }] });
  }
  return { location: cityName, zone: courtZoneOf({ location: cityName, zone }) };
};
