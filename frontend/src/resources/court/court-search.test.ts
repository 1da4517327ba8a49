import { describe, expect, it } from '@jest/globals';
import { parseCourtSearch, isNarrowed, toSearchQuery } from './court-search';

const searchQueryOf = (query: string) => {
  const searchQuery = toSearchQuery(parseCourtSearch(new URLSearchParams(query)));
  return Object.fromEntries(Object.entries(searchQuery).filter(([, value]) => value !== undefined));
};

describe('the search in a URL', () => {
  it('converts to an API query', () =>
    expect(
      searchQueryOf(
        'search= Austin &date=2027-03-13&from=9&to=11&sport=pickleball&surface=hard&minRate=120.5&maxRate=300' +
          '&amenity=invite-only&access=elite&favourites=1&sort=soonest',
      ),
    ).toEqual({
      search: 'Austin',
      date: '2027-03-13',
      from: 9,
      to: 11,
      sport: 'pickleball',
      surface: 'hard',
      minRate: 120.5,
      maxRate: 300,
      amenity: 'invite-only',
      access: 'elite',
      favourites: '1',
      sort: 'soonest',
    }));

  it('ignores `all` and invalid values', () =>
    expect(
      searchQueryOf(
        'surface=all&amenity=__proto__&minRate=cheap&maxRate=-1&search=+&date=2027-02-30&from=25&to=x&sport=golf' +
          '&access=everyone&sort=best',
      ),
    ).toEqual({}));

  it('ignores an end time that is not after the start', () => {
    expect(searchQueryOf('from=11&to=11')).toEqual({ from: 11 });
    expect(searchQueryOf('to=9')).toEqual({ to: 9 });
    expect(searchQueryOf('from=23&to=24')).toEqual({ from: 23, to: 24 });
  });

  it('ignores a number of players that no court allows', () => {
    for (const players of ['2.5', '99', '1', '1e0'])
      expect(searchQueryOf(`players=${players}`)).toEqual({});
    expect(searchQueryOf('players=3')).toEqual({ players: 3 });
  });

  it('is narrowed by filters but not by the sort order', () => {
    const isAsking = (query: string) => isNarrowed(parseCourtSearch(new URLSearchParams(query)));
    expect(isAsking('sort=price&pages=3')).toBe(false);
    expect(isAsking('sport=tennis')).toBe(true);
    expect(isAsking('search=+&players=99&from=abc')).toBe(false);
  });
});
