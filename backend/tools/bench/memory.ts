import { formatCount } from '@courtly/backend/cli/table';
import { processUsage } from '../processes.js';
import { type Figure, checkedFigure } from './measured.js';

const MEGABYTE = 1_000_000;
const MAXIMUM_MEMORY = 900 * MEGABYTE;
const SAMPLE_EVERY_MS = 500;

/**
 * Samples the memory of all processes below `processId`. Call the returned function to stop and get
 * the peak.
 */
export const watchMemory = (processId: number): (() => Figure) => {
  let peakBytes = 0;
  const sampleMemory = () => (peakBytes = Math.max(peakBytes, processUsage(processId).memoryBytes));
  const timer = setInterval(sampleMemory, SAMPLE_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    sampleMemory();
    return checkedFigure(
      'peak memory of all processes',
      `${formatCount(peakBytes / MEGABYTE)} MEGABYTE`,
      '900 MB',
      peakBytes <= MAXIMUM_MEMORY,
    );
  };
};
