import { expect, it } from '@jest/globals';
import { areaName, localAreaOf, meantAreas } from './local-area.js';

const nameOf = (homeCity: string): string | null => {
  const area = localAreaOf(homeCity);
  return area && areaName(area);
};

it.each([
  'Scottsdale',
  ' scottsdale ',
  'Scottsdale, AZ',
  'Scottsdale, Arizona',
  'Scottsdale AZ',
  'Scottsdale A.Z.',
  'Paradise Valley',
  'PARADISE  VALLEY, AZ 85253',
])('counts %s as Paradise Valley and Scottsdale', (homeCity) =>
  expect(nameOf(homeCity)).toBe('paradise-valley-az'),
);

it.each([
  ['St. Louis', 'st-louis'],
  ['São Paulo', 'sao-paulo'],
  ['La Jolla, CA', 'la-jolla-ca'],
  ['New York', 'new-york'],
  ['New York, NY', 'new-york-ny'],
  ['New York, New York 10001', 'new-york-ny'],
  ['Portland, OR', 'portland-or'],
  ['Portland, Maine', 'portland-me'],
  ['Scottsdale, IN', 'scottsdale-in'],
  ['Port Washington', 'port-washington'],
  ['Washington DC', 'washington-dc'],
  ['London, England', 'london'],
  ['東京', '東京'],
  ['Al', 'al'],
])('keeps %s as a separate city', (homeCity, area) => expect(nameOf(homeCity)).toBe(area));

it.each(['', '  ', ', AZ', '!'])('finds no city in %j', (homeCity) =>
  expect(localAreaOf(homeCity)).toBeNull(),
);

it('assigns a town without a state to the only state that others enter for it', () => {
  const areas = ['New York', 'New York, NY', 'Portland', 'Portland, OR', 'Portland ME', 'Reno'];
  expect([...meantAreas(areas.map((homeCity) => localAreaOf(homeCity)!))]).toEqual([
    ['new-york', 'new-york-ny'],
  ]);
});
