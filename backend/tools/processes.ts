import { readFileSync, readdirSync } from 'node:fs';

const TICKS_A_SECOND = 100;

/**
 * The usage of a process tree: CPU seconds so far, and memory in bytes with shared pages counted
 * once.
 */
export type Usage = Readonly<{ cpuSeconds: number; memoryBytes: number }>;

type Process = Readonly<{ pid: number; parent: number; cpuSeconds: number }>;

/** Parses /proc/<pid>/stat; null if the process has exited. */
const readProcess = (processId: number): Process | null => {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // The program name is in parentheses and may contain spaces, so fields are counted from after
    // it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent, userTicks, systemTicks] = [fields[1]!, fields[11]!, fields[12]!];
    return { pid: processId, parent, cpuSeconds: (userTicks + systemTicks) / TICKS_A_SECOND };
  } catch {
    return null;
  }
};

/**
 * The proportional set size (Pss), which divides shared pages among processes, so that sums are
 * correct.
 */
const proportionalBytes = (processId: number): number => {
  try {
    const [, kilobytes] =
      /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
};

const processTree = (rootProcessId: number): Process[] => {
  const allProcesses = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((candidate) => candidate !== null);
  const family = new Set([rootProcessId]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const { pid, parent } of allProcesses) if (family.has(parent)) family.add(pid);
  }
  return allProcesses.filter(({ pid }) => family.has(pid));
};

/** The command line and roles of a process; empty if the process has exited. */
const describeProcess = (processId: number): string => {
  try {
    const roles =
      /(?:^|\0)(ROLES=[^\0]*)/.exec(readFileSync(`/proc/${processId}/environ`, 'utf8'))?.[1] ?? '';
    return `${readFileSync(`/proc/${processId}/cmdline`, 'utf8').replaceAll('\0', ' ')} ${roles}`;
  } catch {
    return '';
  }
};

/** Finds a process below `rootProcessId` by its command line and roles. */
export const findProcess = (rootProcessId: number, pattern: RegExp): number | undefined =>
  processTree(rootProcessId).find(({ pid }) => pattern.test(describeProcess(pid)))?.pid;

export const processUsage = (rootProcessId: number): Usage => {
  const processTreeList = processTree(rootProcessId);
  const sumOver = (selectValue: (candidate: Process) => number) =>
    processTreeList.reduce((total, candidate) => total + selectValue(candidate), 0);
  return {
    cpuSeconds: sumOver((candidate) => candidate.cpuSeconds),
    memoryBytes: sumOver(({ pid }) => proportionalBytes(pid)),
  };
};

/** The CPU seconds of the whole machine since it booted. */
export const machineCpuSeconds = (): number => {
  const [userTicks, nice, systemTicks, , , irq, softIrq] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number) as [number, number, number, number, number, number, number];
  return (userTicks + nice + systemTicks + irq + softIrq) / TICKS_A_SECOND;
};
