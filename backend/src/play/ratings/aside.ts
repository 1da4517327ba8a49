import { Estimates } from './estimates.js';
import type { Formula, Outcome, RatedMatch, Ratings, Rows, Sides, Standing } from './formula.js';

/** Computes how a match would change standings, without changing them. */
export const previewRating = (
  ratingFormula: Formula,
  sides: Sides<readonly Standing[]>,
  match: RatedMatch,
  matchWeight: number,
): Outcome & Readonly<{ after: Sides<readonly Standing[]> }> => {
  const playerRatings: Ratings = { skills: new Estimates(), offsets: new Estimates() };
  const addStandings = (sideStandings: readonly Standing[]): Rows => ({
    size: sideStandings.length,
    skills: sideStandings.map(({ skill }) => playerRatings.skills.addEstimate(skill)),
    offsets: sideStandings.map(({ onSurface }) => playerRatings.offsets.addEstimate(onSurface)),
  });
  const sideRows = [addStandings(sides[0]), addStandings(sides[1])] as const;
  const matchOutcome = ratingFormula.rate(playerRatings, sideRows, match, matchWeight);
  const standingsOf = ({ skills, offsets }: Rows): Standing[] =>
    skills.map((rowIndex, memberIndex) => ({
      skill: playerRatings.skills.estimateAt(rowIndex),
      onSurface: playerRatings.offsets.estimateAt(offsets[memberIndex]!),
    }));
  return { ...matchOutcome, after: [standingsOf(sideRows[0]), standingsOf(sideRows[1])] };
};
