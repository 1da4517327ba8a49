import { formatCount } from '@courtly/backend/cli/table';
import { usageOf } from '../processes.js';
import { type Measured, held } from './measured.js';

const MB = 1_000_000;
const MOST_MEMORY = 900 * MB;
const SAMPLE_EVERY_MS = 500;

/**
 * Samples the memory of all processes below `pid`. The returned function stops and returns the
 * peak.
 */
export const watchMemory = (pid: number): (() => Measured) => {
  let most = 0;
  const look = () => (most = Math.max(most, usageOf(pid).memoryBytes));
  const timer = setInterval(look, SAMPLE_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    look();
    return held(
      'peak memory of all processes',
      `${formatCount(most / MB)} MB`,
      '900 MB',
      most <= MOST_MEMORY,
    );
  };
};
