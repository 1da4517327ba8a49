import type { ShownFormula } from '../rankings/formulas.js';
import type { RatingFold } from '../ratings/fold.js';
import type { Discipline } from '../ratings/formula.js';
import type { ShownRating } from '../ratings/rating-view.js';

/** A player's figure, and the place among those who are not provisional, from 1 on; null for those who are. */
export type Ranked = Readonly<{ playerId: string; rank: number | null; rating: ShownRating }>;

/**
 * Everybody who has a rated match as of an instant (UTC, milliseconds): by the lower end of the range, of equal ones by id, and
 * those who are provisional after all others.
 */
export const rankingOf = (
  fold: RatingFold,
  formula: ShownFormula,
  discipline: Discipline,
  at: number,
): readonly Ranked[] => {
  const rated: { playerId: string; rating: ShownRating }[] = [];
  for (const [playerId, rating] of fold.players(discipline))
    if (rating.skill.matches > 0) rated.push({ playerId, rating: formula.shown(rating, at) });
  rated.sort(
    (a, b) =>
      Number(a.rating.provisional) - Number(b.rating.provisional) ||
      b.rating.lowerBound - a.rating.lowerBound ||
      (a.playerId < b.playerId ? -1 : 1),
  );
  return rated.map((one, index) => ({ ...one, rank: one.rating.provisional ? null : index + 1 }));
};

/** Somebody whose figure is another by another formula. */
export type Mover = Readonly<{ playerId: string; before: Ranked; after: Ranked; change: number }>;

/** Who moves from one ranking to another of the same matches, by how far: the farthest first, of equal ones by id. */
export const moversOf = (before: readonly Ranked[], after: readonly Ranked[]): readonly Mover[] => {
  const earlier = new Map(before.map((one) => [one.playerId, one]));
  return after
    .flatMap((now) => {
      const then = earlier.get(now.playerId);
      if (!then) return [];
      const change = Math.round((now.rating.figure - then.rating.figure) * 100) / 100;
      return change === 0 && now.rank === then.rank
        ? []
        : [{ playerId: now.playerId, before: then, after: now, change }];
    })
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.playerId < b.playerId ? -1 : 1));
};
