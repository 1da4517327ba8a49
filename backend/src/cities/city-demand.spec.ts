import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../kernel/decider.js';
import { specification } from '../testing/specification.js';
import { cityDemand, slugOf } from './city-demand.js';
import type { CityDemandEvent } from './city-demand.events.js';

const wish = (by: string, city = 'St. Louis') => ({
  slug: 'st-louis',
  city,
  by,
  requestedAt: '2027-03-01T10:00:00.000Z',
});
const requested = (by: string, city?: string): CityDemandEvent => ({ type: 'CityRequested', data: wish(by, city) });
const request = (by: string, city?: string) => ({ type: 'RequestCity', data: wish(by, city) }) as const;
const given = specification(cityDemand);

describe('a wish for a city', () => {
  it('is the first', () => given().when(request('ada')).then(requested('ada')));
  it('of somebody else counts too', () =>
    given(requested('ada')).when(request('eve', 'st louis')).then(requested('eve', 'st louis')));
  it('counts once for each person, however it is written', () =>
    given(requested('ada'), requested('eve')).when(request('ada', 'ST LOUIS')).thenNothing());
  it('is counted', () => expect(foldAll(cityDemand, [requested('ada'), requested('eve')]).size).toBe(2));
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
  ])('of %s is %s', (city, slug) => expect(slugOf(city)).toBe(slug));
});
