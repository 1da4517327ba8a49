import { DomainError } from '../kernel/domain-error.js';
import { isZone } from '../kernel/local-time.js';

/** The cities that Courtly is open in. */
const cities: Readonly<Record<string, string>> = {
  'paradise valley': 'America/Phoenix',
  scottsdale: 'America/Phoenix',
  austin: 'America/Chicago',
  'palm beach': 'America/New_York',
  'beverly hills': 'America/Los_Angeles',
};

type Box = readonly [south: number, north: number, west: number, east: number, zone: string];

/**
 * Parts of the United States that lie in one zone as a whole, in degrees. Borders of zones follow counties and rivers, so
 * the boxes stay clear of them: beyond a box the zone is unknown rather than guessed.
 */
const boxes: readonly Box[] = [
  [31.4, 34.8, -114, -109.1, 'America/Phoenix'],
  [32.75, 35, -121, -114.8, 'America/Los_Angeles'],
  [35, 42, -124.5, -114.8, 'America/Los_Angeles'],
  [42, 48.2, -124.7, -118.3, 'America/Los_Angeles'],
  [32.1, 36.9, -109, -103.1, 'America/Denver'],
  [37.1, 41.9, -113.9, -102.1, 'America/Denver'],
  [27.5, 30, -98.5, -94, 'America/Chicago'],
  [30, 36.9, -102.3, -88, 'America/Chicago'],
  [36.9, 42.5, -95.7, -88.1, 'America/Chicago'],
  [41, 42.5, -88.1, -87, 'America/Chicago'],
  [24.4, 31, -84, -79.8, 'America/New_York'],
  [31, 38, -84, -75, 'America/New_York'],
  [38, 41.6, -84, -69.9, 'America/New_York'],
  [41.6, 43, -78.8, -69.9, 'America/New_York'],
];

const unknown = (message: string) =>
  new DomainError('invalid_request', message, { fields: [{ field: 'zone', message }] });

const ofCity = (location: string): string | undefined => {
  const text = location.toLowerCase();
  return Object.entries(cities).find(([city]) => text.includes(city))?.[1];
};

const ofPoint = (latitude: number, longitude: number): string | undefined =>
  boxes.find(
    ([south, north, west, east]) => south <= latitude && latitude <= north && west <= longitude && longitude <= east,
  )?.[4];

/**
 * The IANA zone of a new court: what its owner says, else what its city tells, else what its coordinates tell.
 * @throws DomainError invalid_request where nothing tells, or where the zone does not exist
 */
export const zoneOf = (at: {
  zone?: string | undefined;
  location: string;
  latitude?: number | undefined;
  longitude?: number | undefined;
}): string => {
  if (at.zone !== undefined) {
    if (!isZone(at.zone) || !at.zone.includes('/')) throw unknown('Use a zone such as America/Phoenix.');
    return at.zone;
  }
  const { latitude, longitude } = at;
  const zone =
    ofCity(at.location) ??
    (latitude !== undefined && longitude !== undefined ? ofPoint(latitude, longitude) : undefined);
  if (!zone) throw unknown('We cannot tell the time zone of this place. Please choose it, such as America/Phoenix.');
  return zone;
};
