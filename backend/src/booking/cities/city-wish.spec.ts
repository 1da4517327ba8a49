import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { cityWish, citySlugOf } from './city-wish.js';

const wish = (city = 'St. Louis') => ({
  slug: 'st-louis',
  city,
  requestedAt: '2027-03-01T10:00:00.000Z',
});
const requested = { type: 'CityRequested', data: wish() } as const;
const request = (city?: string) => ({ type: 'RequestCity', data: wish(city) }) as const;
const given = specification(cityWish);

describe('a request for a city', () => {
  it('counts the first time', () => given().when(request()).then(requested));
  it('does not count again in another spelling', () =>
    given(requested).when(request('ST LOUIS')).thenNothing());
});

describe('the slug of a city', () => {
  it.each([
    ['St. Louis', 'st-louis'],
    ['  st   louis ', 'st-louis'],
    ['ST-LOUIS!', 'st-louis'],
    ['São Paulo', 'sao-paulo'],
    ['İzmir', 'izmir'],
    ['１００ Mile House', '100-mile-house'],
    ['東京', '東京'],
    ["Coeur d'Alene", 'coeur-d-alene'],
  ])('turns %s into %s', (city, slug) => expect(citySlugOf(city)).toBe(slug));
});
