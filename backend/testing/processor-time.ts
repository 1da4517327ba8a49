/**
 * Seconds of a processor that work takes, however busy the machine is. Some systems count it in ticks of 10 ms or more, so
 * that a test tells with it between a fraction of a second and many seconds, and never compares two short ones.
 */
export const processorSeconds = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000_000;
};
