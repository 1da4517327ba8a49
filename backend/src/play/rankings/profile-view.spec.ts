import { describe, expect, it } from '@jest/globals';
import { ReplayedProfile } from '@courtly/contracts/rating-replays';
import { configuredFormula } from './formulas.js';
import type { RatedMatch } from '../ratings/formula.js';
import { profileFold } from './player-profile.js';
import { asDocument } from '../../../testing/rated-history.js';
import { userIdsIn, profileView } from './profile-view.js';

const asOf = '2027-03-14T08:00:00.000Z';
const replay = {
  replayed: { formula: 'elo', parameters: {}, formulaId: 'elo-1' },
  asOf,
  sport: 'tennis',
} as const;

const doubles: RatedMatch = {
  matchId: 'm1',
  playedAt: Date.parse('2027-03-01T18:00:00.000Z'),
  position: 1,
  discipline: 'doubles',
  surface: 'clay',
  sides: [
    ['ann', 'ben'],
    ['cleo', 'imported-7'],
  ],
  games: [6, 2],
  winner: 0,
  weight: { value: 1, reasons: ['confirmed'] },
};

const profileOf = (playerId: string) => {
  const { take, profile } = profileFold(configuredFormula('elo'), playerId, 'tennis');
  take(asDocument(doubles));
  return profile(Date.parse(asOf));
};
const namesById = new Map([
  ['ann', 'Ann Baseline'],
  ['cleo', 'Cleo Volley'],
]);

describe('a replayed profile', () => {
  it('shows each played discipline, with current names if known', () => {
    const profile = profileOf('ann');
    const profilePage = profileView('ann', profile, replay, {
      names: namesById,
      courts: new Map([[asDocument(doubles).courtId, 'Roxbury']]),
    });
    expect(ReplayedProfile.parse(profilePage)).toEqual(profilePage);
    expect(profilePage).toMatchObject({
      player: { id: 'ann', name: 'Ann Baseline' },
      formulaId: 'elo-1',
      asOf,
      standings: [
        {
          discipline: 'doubles',
          rank: null,
          provisional: true,
          matches: 1,
          wins: 1,
          losses: 0,
          draws: 0,
        },
      ],
    });
    expect(profilePage.standings[0]!.onSurfaces).toMatchObject([{ surface: 'clay', matches: 1 }]);
    expect(profilePage.receipts).toMatchObject([
      {
        matchId: 'm1',
        result: 'win',
        gamesWon: 6,
        gamesLost: 2,
        court: { name: 'Roxbury' },
        partner: { id: 'ben', name: null },
        opponents: [
          { id: 'cleo', name: 'Cleo Volley' },
          { id: 'imported-7', name: null },
        ],
      },
    ]);
    expect(profilePage.receipts[0]!.after.figure).toBeGreaterThan(
      profilePage.receipts[0]!.before.figure,
    );
  });

  it('names everyone in the matches once', () =>
    expect(userIdsIn('ann', profileOf('ann'))).toEqual(['ann', 'ben', 'cleo', 'imported-7']));

  it('contains no standings before the first rated match', () =>
    expect(
      profileView('dev', profileOf('dev'), replay, { names: namesById, courts: new Map() }),
    ).toEqual({
      player: { id: 'dev', name: null },
      formulaId: 'elo-1',
      asOf,
      sport: 'tennis',
      standings: [],
      receipts: [],
    }));
});
