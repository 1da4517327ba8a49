import { describe, expect, it } from '@jest/globals';
import { CourtFilters } from '@courtly/contracts/courts';
import { courtFilter } from './court-filter.js';

const pricePolicy = { feeShare: 1_000, eliteFeeShare: 500, payoutShare: 9_900, cities: {} };
const filterOf = (query: Record<string, string>) =>
  courtFilter(CourtFilters.parse(query), pricePolicy);

describe('the filter of the court list', () => {
  it('includes only visible courts', () => expect(filterOf({})).toEqual({ isShown: true }));

  it('combines all filters', () =>
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

  it('requires room for all players', () =>
    expect(courtFilter({ players: 3 }, pricePolicy)).toEqual({
      isShown: true,
      'neighborRules.maxPlayers': { $gte: 3 },
    }));

  it('compares the displayed price, which includes the fees in some cities', () => {
    const austin = { tax: null, allInPrices: true };
    const query = CourtFilters.parse({ minRate: '110', maxRate: '330' });
    expect(courtFilter(query, { ...pricePolicy, cities: { Austin: austin } })).toEqual({
      isShown: true,
      $and: [
        {
          $or: [
            { city: { $nin: ['austin'] }, rateCents: { $gte: 11_000, $lte: 33_000 } },
            { city: 'austin', rateCents: { $gte: 10_000, $lte: 30_000 } },
          ],
        },
      ],
    });
  });

  it('ignores "all" and empty fields', () =>
    expect(
      filterOf({ search: '', surface: 'all', minRate: '', maxRate: '', amenity: 'all' }),
    ).toEqual({
      isShown: true,
    }));

  it.each(['São  Paulo', 'SA\u0303O PAULO', 'sao\u00A0paulo'])(
    'finds "%s" in every spelling',
    (search) =>
      expect(filterOf({ search })).toEqual({ isShown: true, place: { $regex: 'sao paulo' } }),
  );

  it('escapes regular expressions in the search text', () =>
    expect(filterOf({ search: 'a.*(b|$' })).toEqual({
      isShown: true,
      place: { $regex: 'a\\.\\*\\(b\\|\\$' },
    }));
});
