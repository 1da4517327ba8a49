import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** When a process started, in a form that only compares; empty where the system does not tell. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The owner named in a lock, unless it ended; a process that reuses its number started at another time. */
function ownerOf(file: string): number | null {
  const [pid = '', started] = readFileSync(file, 'utf8').split(' ');
  return isAlive(Number(pid)) && startOf(Number(pid)) === started ? Number(pid) : null;
}

/** Takes a folder for this process alone and returns how to give it back. Throws one clear line when another process has it. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'lock');
  const content = `${process.pid} ${startOf(process.pid)}`;
  for (;;) {
    try {
      writeFileSync(file, content, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = ownerOf(file);
      if (owner !== null) throw new Error(`the data folder ${folder} is in use by process ${owner}`, { cause: error });
      rmSync(file, { force: true });
    }
  }
}
