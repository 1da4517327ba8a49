import { readFileSync, readdirSync } from 'node:fs';

const TICKS_A_SECOND = 100;

/** What a process and all below it use: seconds of CPU so far, and bytes of memory now, a page that several share counted once. */
export type Usage = Readonly<{ cpuSeconds: number; memoryBytes: number }>;

type Process = Readonly<{ pid: number; parent: number; cpuSeconds: number }>;

/** Reads Linux's record of a process; null where it has just ended. */
const read = (pid: number): Process | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold anything, blanks too: the fields count from behind it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent, user, system] = [fields[1]!, fields[11]!, fields[12]!];
    return { pid, parent, cpuSeconds: (user + system) / TICKS_A_SECOND };
  } catch {
    return null;
  }
};

/** Resident memory with each shared page divided among those who share it (the kernel's Pss), so that a sum is true. */
const proportionalBytes = (pid: number): number => {
  try {
    const [, kilobytes] =
      /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
};

/** A process and all below it. */
const familyOf = (root: number): Process[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => read(Number(name)))
    .filter((one) => one !== null);
  const family = new Set([root]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter(({ pid }) => family.has(pid));
};

/** What a process of Courtly is told by: its command line, with the roles that it has; empty where it has just ended. */
const describe = (pid: number): string => {
  try {
    const roles =
      /(?:^|\0)(ROLES=[^\0]*)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1] ?? '';
    return `${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')} ${roles}`;
  } catch {
    return '';
  }
};

/** The process below `root` whose command line and roles look like this; undefined while there is none. */
export const processLike = (root: number, pattern: RegExp): number | undefined =>
  familyOf(root).find(({ pid }) => pattern.test(describe(pid)))?.pid;

export const usageOf = (root: number): Usage => {
  const own = familyOf(root);
  const sum = (of: (one: Process) => number) => own.reduce((total, one) => total + of(one), 0);
  return {
    cpuSeconds: sum((one) => one.cpuSeconds),
    memoryBytes: sum(({ pid }) => proportionalBytes(pid)),
  };
};

/** Seconds of CPU that the whole machine has used since it started. */
export const machineCpuSeconds = (): number => {
  const [user, nice, system, , , irq, softIrq] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number) as [number, number, number, number, number, number, number];
  return (user + nice + system + irq + softIrq) / TICKS_A_SECOND;
};
