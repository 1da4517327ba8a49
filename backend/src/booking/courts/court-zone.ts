import zoneAt from '@photostructure/tz-lookup';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { isZone } from '../../platform/kernel/local-time.js';

type City = Readonly<{ state: readonly string[]; zone: string }>;

/** Cities where Courtly is open, each with the accepted spellings of its state. */
const cities = new Map<string, City>(
  Object.entries({
    'paradise valley': { state: ['az', 'arizona'], zone: 'America/Phoenix' },
    scottsdale: { state: ['az', 'arizona'], zone: 'America/Phoenix' },
    austin: { state: ['tx', 'texas'], zone: 'America/Chicago' },
    'palm beach': { state: ['fl', 'florida'], zone: 'America/New_York' },
    'beverly hills': { state: ['ca', 'california'], zone: 'America/Los_Angeles' },
  }),
);

/** The zones of the United States, which a host chooses from if the zone is unclear. */
const usual: readonly string[] = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/**
 * Degrees around a place, about 30 km, in which only one zone may lie: the 72 kB library trades
 * exact borders for size. Measured against geo-tz (decision 018).
 */
const around = [-0.3, -0.15, 0, 0.15, 0.3];

/** Zones at sea follow the longitude alone. They do not count near a coast. */
const isSea = (zone: string): boolean => zone.startsWith('Etc/');

/** Wraps coordinates around the earth. */
const within = (latitude: number, longitude: number): [number, number] => [
  Math.max(-90, Math.min(90, latitude)),
  ((((longitude + 180) % 360) + 360) % 360) - 180,
];

/** Zones at a point and nearby, starting with that of the point. */
const zonesAround = (latitude: number, longitude: number): string[] => {
  const points = around.flatMap((north) =>
    around.map((east) => within(latitude + north, longitude + east)),
  );
  const zones = new Set(
    [within(latitude, longitude), ...points].map(([north, east]) => zoneAt(north, east)),
  );
  return [...zones];
};

const cityIn = (location: string): (City & { withState: boolean }) | undefined => {
  const [name = '', state] = location.split(',').map((part) => part.trim().toLowerCase());
  const city = cities.get(name);
  return city && (state === undefined || city.state.includes(state))
    ? { ...city, withState: state !== undefined }
    : undefined;
};

const chosenByHost = (zone: string): string => {
  if (isZone(zone) && zone.includes('/')) return zone;
  const message = 'Enter a time zone such as America/Phoenix.';
  throw new DomainError('invalid_request', message, {
    fields: [{ field: 'zone', message }],
    zones: usual,
  });
};

const unsure = (zones: readonly string[]) => {
  const message = `We are not sure about the time zone here: ${zones.join(', ')}? Please choose it.`;
  return new DomainError('invalid_request', message, {
    fields: [{ field: 'zone', message }],
    zones,
  });
};

/**
 * The IANA zone of a new court: the host's choice; else the zone of an open city unless the
 * coordinates contradict it; else the zone of the coordinates unless another one is near.
 * @throws DomainError invalid_request if the zone is unclear, with choices in `details.zones`
 */
export const zoneOf = (at: {
  zone?: string | undefined;
  location: string;
  latitude?: number | undefined;
  longitude?: number | undefined;
}): string => {
  if (at.zone !== undefined) return chosenByHost(at.zone);
  const city = cityIn(at.location);
  if (at.latitude === undefined || at.longitude === undefined) {
    if (city) return city.zone;
    throw unsure(usual);
  }
  const near = zonesAround(at.latitude, at.longitude);
  const ashore = near.filter((zone) => !isSea(zone));
  if (city && near.includes(city.zone)) return city.zone;
  if (city?.withState) throw unsure([...new Set([city.zone, ...ashore])]);
  if (ashore.length === 1 && ashore[0] === near[0]) return ashore[0]!;
  throw unsure(ashore.length > 0 ? ashore : usual);
};

/**
 * The open city in a full address, as written: `Paradise Valley` for `4821 Desert Park Lane,
 * Paradise Valley, AZ 85253`.
 */
export const openCityIn = (address: string): string | undefined => {
  const parts = address.split(',').map((part) => part.trim());
  return parts.find((part, index) => {
    const state = parts[index + 1]?.replace(/[\d-]+/g, ' ').trim();
    return cityIn(state ? `${part}, ${state}` : part) !== undefined;
  });
};
