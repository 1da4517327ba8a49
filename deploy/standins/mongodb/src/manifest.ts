import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Written } from './durable-log.js';
import { syncFolder } from './journal.js';

const BYTES = 64;

const fileOf = (log: string): string => `${log}.manifest`;

/**
 * The least that a log must hold by the manifest beside it: when less is there, acknowledged writes were lost. Undefined without a
 * manifest: the log is new, or its folder lost the file. Throws a sentence when it cannot be read.
 */
export async function readManifest(log: string): Promise<Written | undefined> {
  const text = await readFile(fileOf(log), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (text === '') return undefined;
  const [, bytes, records] = /^\{"bytes":(\d+),"records":(\d+)\} *\n$/.exec(text) ?? [];
  if (bytes === undefined)
    throw new Error(`${fileOf(log)} is damaged; restore the folder ${dirname(log)} from a backup`);
  return { bytes: Number(bytes), records: Number(records) };
}

export type Manifest = {
  /** Notes what the log holds, never ahead of it; survives the end of this process, with `sync` also a power cut. */
  note(written: Written, sync?: boolean): Promise<void>;
  close(): Promise<void>;
};

/** Opens the manifest of a log for writing. All notes have one size, so each overwrites the one before within one sector. */
export async function openManifest(log: string): Promise<Manifest> {
  const file = await open(fileOf(log), constants.O_RDWR | constants.O_CREAT, 0o600);
  await file.chmod(0o600);
  return {
    async note({ bytes, records }, sync = false) {
      await file.write(`${JSON.stringify({ bytes, records }).padEnd(BYTES - 1)}\n`, 0);
      if (!sync) return;
      await file.sync();
      await syncFolder(dirname(log));
    },
    close: () => file.close(),
  };
}
