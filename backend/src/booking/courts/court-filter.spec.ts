import { describe, expect, it } from '@jest/globals';
import { CourtFilters } from '@courtly/contracts/courts';
import { courtFilter } from './court-filter.js';

const filterOf = (query: Record<string, string>) => courtFilter(CourtFilters.parse(query));

describe('the filter of the court list', () => {
  it('shows courts that players may see alone', () =>
    expect(filterOf({})).toEqual({ isShown: true }));

  it('takes every wish', () =>
    expect(
      filterOf({
        search: ' Valley ',
        surface: 'clay',
        sport: 'tennis',
        minRate: '99.95',
        maxRate: '200',
        amenity: 'lighting',
      }),
    ).toEqual({
      isShown: true,
      place: { $regex: 'valley' },
      surfaceType: 'clay',
      sports: 'tennis',
      features: 'lighting',
      rateCents: { $gte: 9_995, $lte: 20_000 },
    }));

  it('takes "all" and empty fields for no wish', () =>
    expect(
      filterOf({ search: '', surface: 'all', minRate: '', maxRate: '', amenity: 'all' }),
    ).toEqual({
      isShown: true,
    }));

  it('searches for signs of regular expressions as text', () =>
    expect(filterOf({ search: 'a.*(b|$' })).toEqual({
      isShown: true,
      place: { $regex: 'a\\.\\*\\(b\\|\\$' },
    }));
});
