import { expect, it } from '@jest/globals';
import { localAreaOf } from './local-area.js';

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
  expect(localAreaOf(homeCity)).toBe('paradise-valley'),
);

it.each([
  ['St. Louis', 'st-louis'],
  ['São Paulo', 'sao-paulo'],
  ['La Jolla, CA', 'la-jolla'],
  ['New York', 'new-york'],
  ['New York, NY', 'new-york'],
  ['Port Washington', 'port-washington'],
  ['Washington DC', 'washington'],
  ['東京', '東京'],
  ['Al', 'al'],
])('keeps %s as a separate city', (homeCity, area) => expect(localAreaOf(homeCity)).toBe(area));

it.each(['', '  ', ', AZ', '!'])('finds no city in %j', (homeCity) =>
  expect(localAreaOf(homeCity)).toBeNull(),
);
