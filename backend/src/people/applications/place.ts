import { openCityIn, zoneOf } from '../../booking/courts/court-zone.js';
import { DomainError } from '../../platform/kernel/domain-error.js';

type Given = Readonly<{ location?: string | undefined; zone?: string | undefined }>;

/**
 * Where the court of an application lies: what an admin says, else what its address tells.
 * @throws DomainError invalid_request, for the field `location` or `zone`, where neither does
 */
export const placeOf = (
  address: string,
  { location, zone }: Given,
): Readonly<{ location: string; zone: string }> => {
  const city = location ?? openCityIn(address);
  if (city === undefined) {
    const message = 'Please enter the city: the address does not tell it.';
    throw new DomainError('invalid_request', message, { fields: [{ field: 'location', message }] });
  }
  return { location: city, zone: zoneOf({ location: city, zone }) };
};
