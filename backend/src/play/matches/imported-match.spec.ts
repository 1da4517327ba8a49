import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import type { RatedMatch } from '../ratings/formula.js';
import { importedMatch, problemOfImport } from './imported-match.js';
import { match } from './match.js';
import { ratedMatch } from './rated-match.js';

const NOW = Date.UTC(2027, 2, 13);

const record = (parameterChanges: Partial<RatedMatch> = {}): RatedMatch => ({
  matchId: 'line 2',
  playedAt: NOW,
  position: 2,
  discipline: 'singles',
  surface: 'Clay',
  sides: [['a1'], ['b2']],
  games: [12, 8],
  winner: 0,
  weight: { value: 1, reasons: [] },
  ...parameterChanges,
});

const imported = (parameterChanges: Partial<RatedMatch> = {}) =>
  importedMatch(record(parameterChanges), 'import-1', '2027-03-13T00:00:05.000Z');

describe('an imported match', () => {
  it('is logged for the first side, confirmed for the other, and free of personal data', () => {
    const { matchId, events } = imported();
    expect(matchId).toBe('import-1_imported-a1');
    expect(events.map(({ type }) => type)).toEqual([
      'MatchLogged',
      'MatchPlayerAdded',
      'MatchConfirmed',
    ]);
    expect(events[0]!.data).toMatchObject({ notes: '', sets: [], surface: 'clay', result: 'win' });
    expect(events[1]!.data).toMatchObject({
      playerId: 'imported-b2',
      name: 'Former player',
      email: '',
      answerBy: null,
    });
  });

  it.each([
    ['win', { winner: 0, games: [12, 8] }],
    ['loss', { winner: 1, games: [8, 12] }],
    ['draw', { winner: null, games: [9, 9] }],
  ] as const)('counts an imported %s with full weight', (_, changes) =>
    expect(ratedMatch(foldAll(match, imported(changes).events)!, 7)).toEqual({
      ...record(changes),
      matchId: 'import-1_imported-a1',
      playedAt: Date.parse('2027-03-13T00:00:05.000Z'),
      position: 7,
      surface: 'clay',
      sides: [['imported-a1'], ['imported-b2']],
      weight: { value: 1, reasons: ['confirmed'] },
    }),
  );

  it('accepts a match without a surface', () =>
    expect(ratedMatch(foldAll(match, imported({ surface: null }).events)!, 7)!.surface).toBeNull());
});

describe('problemOfImport', () => {
  it.each([
    [{}, null],
    [{ playedAt: NOW + 1 }, 'played_on is in the future'],
    [{ games: [99, 0] }, null],
    [{ games: [0, 100] }, 'more than 99 games'],
    [{ sides: [['a'.repeat(32)], ['b']] }, null],
    [{ sides: [['a'.repeat(33)], ['b']] }, 'player ids must have 1 to 32 letters and digits'],
    [{ sides: [['a'], ['=1+1']] }, 'player ids must have 1 to 32 letters and digits'],
    [{ surface: 'c'.repeat(20) }, null],
    [{ surface: 'c'.repeat(21) }, 'a surface must have 1 to 20 letters'],
  ] as const)('rejects %j with %j', (changes, problem) =>
    expect(problemOfImport(record(changes), NOW)).toBe(problem),
  );
});
