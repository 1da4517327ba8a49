import { describe, expect, it } from '@jest/globals';
import { parseCourtSearch } from '../court-search';
import { hoursLabel, searchLabel, toOptions } from './search-labels';

const labelOf = (query: string) => searchLabel(parseCourtSearch(new URLSearchParams(query)));

describe('a search label', () => {
  it('lists the day, hours, place, and other filters', () => {
    expect(labelOf('date=2027-03-13&from=9&to=11&search=Scottsdale')).toBe(
      'Sat, Mar 13, 9–11 AM, Scottsdale',
    );
    expect(labelOf('sport=pickleball&players=4&surface=clay&minRate=100&maxRate=300')).toBe(
      'Pickleball, 4 players, Clay Court, $100–300',
    );
    expect(labelOf('amenity=lighting&access=invite&favourites=1')).toBe(
      'Lighting, By invitation, Favorites',
    );
    expect(labelOf('maxRate=90.5')).toBe('up to $90.50');
    expect(labelOf('sort=price')).toBe('');
    expect(labelOf('players=99&from=abc&to=25&date=2027-02-30&sport=golf')).toBe('');
  });

  it('formats hour ranges', () => {
    const hours = (from: string, to: string) => hoursLabel({ from, to });
    expect(hours('11', '13')).toBe('11 AM–1 PM');
    expect(hours('0', '12')).toBe('12 AM–12 PM');
    expect(hours('22', '24')).toBe('10 PM–12 AM');
    expect(hours('9', '')).toBe('from 9 AM');
    expect(hours('', '21')).toBe('until 9 PM');
    expect(hours('', '')).toBe('');
  });
});

it('offers only end times after the start time', () => {
  expect(toOptions('22').map(({ label }) => label)).toEqual(['Any', '11 PM', '12 AM']);
  expect(toOptions('')[1]).toEqual({ value: '1', label: '1 AM' });
});
