import type { ShownFormula } from './formulas.js';
import { ranksOf } from './ranks.js';
import type { RatingFold } from '../ratings/fold.js';
import type { Discipline } from '../ratings/formula.js';
import type { ShownRating } from '../ratings/rating-view.js';

/** A player's figure and rank; `rank` is null while provisional. */
export type Ranked = Readonly<{ playerId: string; rank: number | null; rating: ShownRating }>;

/** All players with a rated match, as of an instant (UTC, milliseconds). */
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

/** A player whose figure or rank differs between two formulas. */
export type Mover = Readonly<{ playerId: string; before: Ranked; after: Ranked; change: number }>;

/** Movers between two rankings of the same matches, by size of change, then by id. */
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
