import fc from 'fast-check';
import type { RatedMatch } from '../src/play/ratings/formula.js';

const players = ['ana', 'ben', 'cleo', 'dev', 'eva', 'finn'];
const start = Date.UTC(2026, 0, 1);

const sides = fc.shuffledSubarray(players, { minLength: 4, maxLength: 4 });

/**
 * Singles or doubles, including draws and matches with no games, too many games, or low weights.
 */
const match: fc.Arbitrary<Omit<RatedMatch, 'position' | 'matchId'>> = fc
  .record({
    people: sides,
    day: fc.integer({ min: 0, max: 400 }),
    doubles: fc.boolean(),
    surface: fc.constantFrom('hard', 'clay', 'grass', null),
    games: fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })),
    winner: fc.constantFrom(0 as const, 1 as const, null),
    weight: fc.constantFrom(1, 0.7, 0),
  })
  .map(({ people: [a, b, c, d], day, doubles, surface, games, winner, weight }) => ({
    playedAt: start + day * 86_400_000,
    discipline: doubles ? 'doubles' : 'singles',
    surface,
    sides: doubles
      ? [
          [a!, b!],
          [c!, d!],
        ]
      : [[a!], [b!]],
    games,
    winner,
    weight: {
      value: weight,
      reasons: [weight === 1 ? 'confirmed' : weight > 0 ? 'auto_confirmed' : 'disputed'],
    },
  }));

/** In the order of the log, which differs from the order of play. */
export const histories: fc.Arbitrary<RatedMatch[]> = fc
  .array(match, { minLength: 1, maxLength: 60 })
  .map((matches) =>
    matches.map((ratedMatch, position) => ({
      ...ratedMatch,
      position,
      matchId: `match ${position}`,
    })),
  );
