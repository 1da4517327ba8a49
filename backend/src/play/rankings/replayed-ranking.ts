import type { ShownFormula } from './formulas.js';
import { ranksOf } from './ranks.js';
import type { RatingFold } from '../ratings/fold.js';
import type { Discipline } from '../ratings/formula.js';
import type { ShownRating } from '../ratings/rating-view.js';

/** A player's figure, and the place among those who are not provisional, from 1 on; null for those who are. */
export type Ranked = Readonly<{ playerId: string; rank: number | null; rating: ShownRating }>;

/** Everybody who has a rated match, as of an instant (UTC, milliseconds). */
export const rankingOf = (
  fold: RatingFold,
  formula: ShownFormula,
  discipline: Discipline,
  at: number,
): ReadonlyMap<string, Ranked> => {
  const shown = [...fold.players(discipline)]
    .filter(([, { skill }]) => skill.matches > 0)
    .map(([playerId, rating]) => ({ playerId, city: null, shown: formula.shown(rating, at) }));
  const { rank } = ranksOf(shown);
  return new Map(
    shown.map(({ playerId, shown: rating }) => [
      playerId,
      { playerId, rank: rank.get(playerId) ?? null, rating },
    ]),
  );
};

/** Somebody whose figure or place is another by another formula. */
export type Mover = Readonly<{ playerId: string; before: Ranked; after: Ranked; change: number }>;

/** Who moves from one ranking to another of the same matches, and by how much: the farthest first, of equal ones by id. */
export const moversOf = (
  before: ReadonlyMap<string, Ranked>,
  after: ReadonlyMap<string, Ranked>,
): readonly Mover[] => {
  const movers: Mover[] = [];
  for (const [playerId, now] of after) {
    const then = before.get(playerId);
    if (!then) continue;
    const change = Math.round((now.rating.figure - then.rating.figure) * 100) / 100;
    if (change !== 0 || now.rank !== then.rank)
      movers.push({ playerId, before: then, after: now, change });
  }
  return movers.sort(
    (a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.playerId < b.playerId ? -1 : 1),
  );
};
