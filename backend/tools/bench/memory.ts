import { formatCount } from '@courtly/backend/cli/table';
import { processUsage } from '../processes.js';
import { type Figure, checkedFigure } from './measured.js';

const MEGABYTE = 1_000_000;
const MAXIMUM_MEMORY = 900 * MEGABYTE;
const SAMPLE_EVERY_MS = 500;

/**
 * Samples the memory of all processes below `pid`. The returned function stops and returns the
 * peak.
 */
export const watchMemory = (pid: number): (() => Figure) => {
  let most = 0;
  const look = () => (most = Math.max(most, processUsage(pid).memoryBytes));
  const timer = setInterval(look, SAMPLE_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    look();
    return checkedFigure(
      'peak memory of all processes',
      `${formatCount(most / MEGABYTE)} MEGABYTE`,
      '900 MB',
      most <= MAXIMUM_MEMORY,
    );
  };
};
