import { createHash } from 'node:crypto';
import type { RatingFold } from '../ratings/fold.js';

/**
 * One line per rated estimate, sorted: `<discipline> <player>[ <surface>] <mean> <deviation>
 * <matches>`.
 */
export const estimateLinesOf = (ratingFold: RatingFold): string[] => {
  const estimateLines: string[] = [];
  for (const matchDiscipline of ['singles', 'doubles'] as const)
    for (const [playerId, { skill, surfaces }] of ratingFold.allRatings(matchDiscipline))
      for (const [surfaceName, { mean, deviation, matches }] of [['', skill] as const, ...surfaces])
        if (matches > 0)
          estimateLines.push(
            `${matchDiscipline} ${playerId}${surfaceName && ` ${surfaceName}`} ${mean} ${deviation} ${matches}`,
          );
  return estimateLines.sort();
};

/**
 * The SHA-256 hash of such lines in hexadecimal. Replays of the same matches with the same formula
 * have equal hashes.
 */
export const hashOfLines = (estimateLines: readonly string[]): string => {
  const linesHash = createHash('sha256');
  for (const [lineIndex, estimateLine] of estimateLines.entries())
    linesHash.update(lineIndex === 0 ? estimateLine : `\n${estimateLine}`);
  return linesHash.digest('hex');
};
