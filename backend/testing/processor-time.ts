/**
 * Returns CPU seconds, which do not depend on the machine's load. Some systems count in ticks of 10
 * ms or more, so do not compare short durations.
 */
export const processorSeconds = (work: () => unknown): number => {
  const usageBefore = process.cpuUsage();
  work();
  return process.cpuUsage(usageBefore).user / 1_000_000;
};
