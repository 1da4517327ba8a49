import { Estimates } from './estimates.js';
import type { Formula, Outcome, RatedMatch, Ratings, Rows, Sides, Standing } from './formula.js';

/** Computes how a match would change standings, without changing them. */
export const rateAside = (
  formula: Formula,
  sides: Sides<readonly Standing[]>,
  match: RatedMatch,
  weight: number,
): Outcome & Readonly<{ after: Sides<readonly Standing[]> }> => {
  const ratings: Ratings = { skills: new Estimates(), offsets: new Estimates() };
  const rowsOf = (side: readonly Standing[]): Rows => ({
    size: side.length,
    skills: side.map(({ skill }) => ratings.skills.add(skill)),
    offsets: side.map(({ onSurface }) => ratings.offsets.add(onSurface)),
  });
  const rows = [rowsOf(sides[0]), rowsOf(sides[1])] as const;
  const outcome = formula.rate(ratings, rows, match, weight);
  const standingsOf = ({ skills, offsets }: Rows): Standing[] =>
    skills.map((row, member) => ({
      skill: ratings.skills.get(row),
      onSurface: ratings.offsets.get(offsets[member]!),
    }));
  return { ...outcome, after: [standingsOf(rows[0]), standingsOf(rows[1])] };
};
