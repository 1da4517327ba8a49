import { describe, expect, it } from '@jest/globals';
import { zoneOf } from './court-zone.js';

describe('the zone of a new court', () => {
  it.each([
    ['Paradise Valley', 'America/Phoenix'],
    ['north SCOTTSDALE, AZ', 'America/Phoenix'],
    ['Austin', 'America/Chicago'],
    ['West Palm Beach', 'America/New_York'],
    ['beverly hills', 'America/Los_Angeles'],
  ])('of a court in %s is %s', (location, zone) => expect(zoneOf({ location })).toBe(zone));

  it.each([
    ['Tucson', 32.22, -110.97, 'America/Phoenix'],
    ['Santa Fe', 35.69, -105.94, 'America/Denver'],
    ['Salt Lake City', 40.76, -111.89, 'America/Denver'],
    ['San Francisco', 37.77, -122.42, 'America/Los_Angeles'],
    ['San Diego', 32.83, -117.14, 'America/Los_Angeles'],
    ['Las Vegas', 36.17, -115.14, 'America/Los_Angeles'],
    ['Seattle', 47.61, -122.33, 'America/Los_Angeles'],
    ['Houston', 29.76, -95.37, 'America/Chicago'],
    ['Dallas', 32.78, -96.8, 'America/Chicago'],
    ['Chicago', 41.88, -87.63, 'America/Chicago'],
    ['Miami', 25.76, -80.19, 'America/New_York'],
    ['Atlanta', 33.9, -83.9, 'America/New_York'],
    ['New York', 40.71, -74.01, 'America/New_York'],
    ['Boston', 42.36, -71.06, 'America/New_York'],
  ])('of a court in %s follows from its coordinates', (location, latitude, longitude, zone) =>
    expect(zoneOf({ location, latitude, longitude })).toBe(zone),
  );

  it('is what its owner says before anything else: there is a Palm Beach in Australia, too', () =>
    expect(zoneOf({ location: 'Palm Beach, Sydney', zone: 'Australia/Sydney' })).toBe('Australia/Sydney'));

  it.each([
    ['a city that Courtly does not know', { location: 'Springfield' }],
    ['a place near the border of two zones', { location: 'Phenix City', latitude: 32.47, longitude: -85 }],
    ['the Navajo Nation, which keeps summer time', { location: 'Kayenta', latitude: 36.73, longitude: -110.25 }],
    ['the sea', { location: 'Null Island', latitude: 0, longitude: 0 }],
    ['a zone that does not exist', { location: 'Austin', zone: 'America/Tombstone' }],
    ['an offset in place of a zone', { location: 'Austin', zone: '-07:00' }],
  ])('is asked for: %s', (_, place) =>
    expect(() => zoneOf(place)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: { fields: [{ field: 'zone', message: expect.stringContaining('America/Phoenix') }] },
      }),
    ),
  );
});
