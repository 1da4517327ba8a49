import { createHash } from 'node:crypto';
import type { RatingFold } from '../ratings/fold.js';

/**
 * One sorted line per rated estimate: `<discipline> <player>[ <surface>] <mean> <deviation>
 * <matches>`.
 */
export const linesOf = (fold: RatingFold): string[] => {
  const lines: string[] = [];
  for (const discipline of ['singles', 'doubles'] as const)
    for (const [player, { skill, surfaces }] of fold.players(discipline))
      for (const [surface, { mean, deviation, matches }] of [['', skill] as const, ...surfaces])
        if (matches > 0)
          lines.push(
            `${discipline} ${player}${surface && ` ${surface}`} ${mean} ${deviation} ${matches}`,
          );
  return lines.sort();
};

/**
 * SHA-256 (hex) of such lines. Replays of the same matches with the same formula have equal hashes.
 */
export const hashOfLines = (lines: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const [index, line] of lines.entries()) hash.update(index === 0 ? line : `\n${line}`);
  return hash.digest('hex');
};
