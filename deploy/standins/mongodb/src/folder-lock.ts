import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** State and start time of a process where the system tells; a number is reused, the pair of number and start is not. */
function statusOf(pid: number): { state: string; started: string } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return { state: '', started: '' };
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return statusOf(pid).state !== 'Z';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The owner named in a lock, unless it ended; a process that reuses its number started at another time. */
function ownerOf(file: string): number | null {
  const [pid = '', started] = readFileSync(file, 'utf8').split(' ');
  return isAlive(Number(pid)) && statusOf(Number(pid)).started === started ? Number(pid) : null;
}

/** Takes a folder for this process alone and returns how to give it back. Throws one clear line when another process has it. */
export function lockFolder(folder: string): () => void {
  const unusable = (error: unknown): Error =>
    new Error(`the data folder ${folder} cannot be written: ${(error as Error).message}`, {
      cause: error,
    });
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unusable(error);
  }
  const file = join(folder, 'lock');
  const content = `${process.pid} ${statusOf(process.pid).started}`;
  for (;;) {
    try {
      writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(error);
      const owner = ownerOf(file);
      if (owner !== null)
        throw new Error(`the data folder ${folder} is in use by process ${owner}`, {
          cause: error,
        });
      rmSync(file, { force: true });
    }
  }
}
