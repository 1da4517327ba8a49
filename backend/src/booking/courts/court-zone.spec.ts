import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isZone } from '../../platform/kernel/local-time.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { courtZoneOf } from './court-zone.js';

const zoneOrChoices = (place: Parameters<typeof courtZoneOf>[0]): unknown => {
  try {
    return courtZoneOf(place);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error.details).toMatchObject({
      fields: [{ field: 'zone', message: error.message }],
    });
    return error.details!['zones'];
  }
};

describe('the zone of a new court', () => {
  it.each([
    ['Paradise Valley', 'America/Phoenix'],
    [' SCOTTSDALE, az', 'America/Phoenix'],
    ['Austin, Texas', 'America/Chicago'],
    ['Palm Beach', 'America/New_York'],
    ['beverly hills', 'America/Los_Angeles'],
  ])('follows from the open city %s: %s', (location, zone) =>
    expect(courtZoneOf({ location })).toBe(zone),
  );

  it.each([
    ['Tucson', 32.22, -110.97, 'America/Phoenix'],
    ['Santa Fe', 35.69, -105.94, 'America/Denver'],
    ['Salt Lake City', 40.76, -111.89, 'America/Denver'],
    ['San Francisco', 37.77, -122.42, 'America/Los_Angeles'],
    ['Las Vegas', 36.17, -115.14, 'America/Los_Angeles'],
    ['Sacramento', 38.58, -121.49, 'America/Los_Angeles'],
    ['Seattle', 47.61, -122.33, 'America/Los_Angeles'],
    ['Houston', 29.76, -95.37, 'America/Chicago'],
    ['Dallas', 32.78, -96.8, 'America/Chicago'],
    ['Chicago', 41.88, -87.63, 'America/Chicago'],
    ['Miami', 25.76, -80.19, 'America/New_York'],
    ['Atlanta', 33.9, -83.9, 'America/New_York'],
    ['New York', 40.71, -74.01, 'America/New_York'],
    ['Boston', 42.36, -71.06, 'America/New_York'],
    ['West Palm Beach', 26.71, -80.05, 'America/New_York'],
    ['Honolulu', 21.31, -157.86, 'Pacific/Honolulu'],
    ['London', 51.51, -0.13, 'Europe/London'],
    ['Sydney', -33.87, 151.21, 'Australia/Sydney'],
  ])('follows from the coordinates of %s', (location, latitude, longitude, zone) =>
    expect(courtZoneOf({ location, latitude, longitude })).toBe(zone),
  );

  it.each([
    ['Beverly Hills, Florida', 28.92, -82.46, 'America/New_York'],
    ['Beverly Hills', 28.92, -82.46, 'America/New_York'],
    ['Austintown, Ohio', 41.1, -80.76, 'America/New_York'],
    ['Scottsdale, Pennsylvania', 40.1, -79.59, 'America/New_York'],
    ['Palm Beach, Sydney', -33.6, 151.32, 'Australia/Sydney'],
  ])('ignores a similarly named open city for %s', (location, latitude, longitude, zone) =>
    expect(courtZoneOf({ location, latitude, longitude })).toBe(zone),
  );

  it("prefers the host's choice", () =>
    expect(courtZoneOf({ location: 'Palm Beach', zone: 'Australia/Sydney' })).toBe(
      'Australia/Sydney',
    ));

  const anyOfTheUnitedStates = expect.arrayContaining([
    'America/Phoenix',
    'America/New_York',
    'Pacific/Honolulu',
  ]);
  it.each([
    ['Springfield'],
    ['Beverly Hills, Florida'],
    ['Austintown'],
    ['Old Town Scottsdale'],
    ['constructor'],
    ['Palm Beach, Sydney'],
  ])('must be chosen if there are no coordinates in %s', (location) =>
    expect(zoneOrChoices({ location })).toEqual(anyOfTheUnitedStates),
  );

  it.each([
    [
      'near the border of two countries',
      'San Diego',
      32.83,
      -117.14,
      ['America/Los_Angeles', 'America/Tijuana'],
    ],
    [
      'near the border of two zones',
      'Phenix City',
      32.47,
      -85,
      ['America/Chicago', 'America/New_York'],
    ],
    [
      'at the edge of the Navajo Nation',
      'Page',
      36.91,
      -111.46,
      ['America/Phoenix', 'America/Denver'],
    ],
    [
      'where city and map disagree',
      'Austin, TX',
      34.07,
      -118.4,
      ['America/Chicago', 'America/Los_Angeles'],
    ],
  ])('must be chosen from the possible zones %s', (_, location, latitude, longitude, zones) => {
    const offered = zoneOrChoices({ location, latitude, longitude });
    expect(offered).toEqual(expect.arrayContaining(zones));
    expect(offered).toHaveLength(zones.length);
  });

  it.each([
    ['the open sea', { location: 'Atlantic', latitude: 40, longitude: -40 }],
    ['a zone that does not exist', { location: 'Austin', zone: 'America/Tombstone' }],
    ['an offset in place of a zone', { location: 'Austin', zone: '-07:00' }],
  ])('must be chosen for %s', (_, place) =>
    expect(zoneOrChoices(place)).toEqual(anyOfTheUnitedStates),
  );

  it('is known or must be chosen, anywhere on earth', () =>
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (latitude, longitude) => {
          const answer = zoneOrChoices({ location: 'Somewhere', latitude, longitude });
          for (const zone of [answer].flat()) expect(isZone(zone as string)).toBe(true);
        },
      ),
    ));
});
