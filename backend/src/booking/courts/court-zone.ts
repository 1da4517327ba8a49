import { searchable } from '@courtly/contracts/text';
import zoneAt from '@photostructure/tz-lookup';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { isZone } from '../../platform/kernel/local-time.js';

type OpenCity = Readonly<{ state: readonly string[]; zone: string }>;

/** The cities in which Courtly is open, each with the accepted spellings of its state. */
const openCities = new Map<string, OpenCity>(
  Object.entries({
    'paradise valley': { state: ['az', 'arizona'], zone: 'America/Phoenix' },
    scottsdale: { state: ['az', 'arizona'], zone: 'America/Phoenix' },
    austin: { state: ['tx', 'texas'], zone: 'America/Chicago' },
    'palm beach': { state: ['fl', 'florida'], zone: 'America/New_York' },
    'beverly hills': { state: ['ca', 'california'], zone: 'America/Los_Angeles' },
  }),
);

/** The zones of the United States, from which a host chooses if the zone is unclear. */
const defaultZones: readonly string[] = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/**
 * All points at these offsets (in degrees, about 30 km) must be in the same zone, because the 72 kB
 * library has inexact borders. Measured against geo-tz (decision 018).
 */
const nearbyOffsets = [-0.3, -0.15, 0, 0.15, 0.3];

/** Zones at sea depend on the longitude alone and are ignored near a coast. */
const isSeaZone = (zoneName: string): boolean => zoneName.startsWith('Etc/');

/** Wraps coordinates around the earth. */
const wrapCoordinates = (latitude: number, longitude: number): [number, number] => [
  Math.max(-90, Math.min(90, latitude)),
  ((((longitude + 180) % 360) + 360) % 360) - 180,
];

/** The zones at a point and nearby, starting with the zone of the point itself. */
const zonesAround = (latitude: number, longitude: number): string[] => {
  const nearbyPoints = nearbyOffsets.flatMap((north) =>
    nearbyOffsets.map((east) => wrapCoordinates(latitude + north, longitude + east)),
  );
  const nearbyZones = new Set(
    [wrapCoordinates(latitude, longitude), ...nearbyPoints].map(([north, east]) =>
      zoneAt(north, east),
    ),
  );
  return [...nearbyZones];
};

const openCityNamed = (location: string): (OpenCity & { withState: boolean }) | undefined => {
  const [cityName = '', stateName] = location.split(',').map(searchable);
  const openCity = openCities.get(cityName);
  return openCity && (stateName === undefined || openCity.state.includes(stateName))
    ? { ...openCity, withState: stateName !== undefined }
    : undefined;
};

const chosenByHost = (zoneName: string): string => {
  if (isZone(zoneName) && zoneName.includes('/')) return zoneName;
  const message = 'Enter a time zone such as America/Phoenix.';
  throw new DomainError('invalid_request', message, {
    fields: [{ field: 'zone', message }],
    zones: defaultZones,
  });
};

const unclearZone = (possibleZones: readonly string[]) => {
  const message = `We couldn't determine the time zone. Please choose one: ${possibleZones.join(', ')}.`;
  return new DomainError('invalid_request', message, {
    fields: [{ field: 'zone', message }],
    zones: possibleZones,
  });
};

/**
 * The IANA zone of a new court: the host's choice; otherwise, the zone of an open city unless the
 * coordinates contradict it; otherwise, the zone of the coordinates unless another is nearby.
 * @throws DomainError invalid_request if the zone is unclear, with choices in `details.zones`
 */
export const courtZoneOf = (courtLocation: {
  zone?: string | undefined;
  location: string;
  latitude?: number | undefined;
  longitude?: number | undefined;
}): string => {
  if (courtLocation.zone !== undefined) return chosenByHost(courtLocation.zone);
  const openCity = openCityNamed(courtLocation.location);
  if (courtLocation.latitude === undefined || courtLocation.longitude === undefined) {
    if (openCity) return openCity.zone;
    throw unclearZone(defaultZones);
  }
  const nearbyZones = zonesAround(courtLocation.latitude, courtLocation.longitude);
  const landZones = nearbyZones.filter((zoneName) => !isSeaZone(zoneName));
  if (openCity && nearbyZones.includes(openCity.zone)) return openCity.zone;
  if (openCity?.withState) throw unclearZone([...new Set([openCity.zone, ...landZones])]);
  if (landZones.length === 1 && landZones[0] === nearbyZones[0]) return landZones[0]!;
  throw unclearZone(landZones.length > 0 ? landZones : defaultZones);
};

/**
 * The open city in a full address, spelled as in the address: `Paradise Valley` in `4821 Desert
 * Park Lane, Paradise Valley, AZ 85253`.
 */
export const openCityIn = (address: string): string | undefined => {
  const addressParts = address.split(',').map((addressPart) => addressPart.trim());
  return addressParts.find((addressPart, partIndex) => {
    const stateName = addressParts[partIndex + 1]?.replace(/[\d-]+/g, ' ').trim();
    return openCityNamed(stateName ? `${addressPart}, ${stateName}` : addressPart) !== undefined;
  });
};
