import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { WrittenExtent } from './durable-log.js';
import { syncFolder } from './journal.js';

const MANIFEST_BYTES = 64;

const manifestPath = (logPath: string): string => `${logPath}.manifest`;

/**
 * The least that a log must hold by the manifest beside it: when less is there, acknowledged writes were lost. Undefined without a
 * manifest: the log is new, or its folder lost the file. Throws a sentence when it cannot be read.
 */
export async function readManifest(logPath: string): Promise<WrittenExtent | undefined> {
  const manifestText = await readFile(manifestPath(logPath), 'utf8').catch(
    (readError: NodeJS.ErrnoException) => {
      if (readError.code === 'ENOENT') return '';
      throw readError;
    },
  );
  if (manifestText === '') return undefined;
  const [, bytesText, recordsText] =
    /^\{"bytes":(\d+),"records":(\d+)\} *\n$/.exec(manifestText) ?? [];
  if (bytesText === undefined)
    throw new Error(
      `${manifestPath(logPath)} is damaged; restore the folder ${dirname(logPath)} from a backup`,
    );
  return { bytes: Number(bytesText), records: Number(recordsText) };
}

export type LogManifest = {
  /** Notes what the log holds, never ahead of it; survives the end of this process, with `sync` also a power cut. */
  recordExtent(writtenExtent: WrittenExtent, syncToDisk?: boolean): Promise<void>;
  close(): Promise<void>;
};

/** Opens the manifest of a log for writing. All notes have one size, so each overwrites the one before within one sector. */
export async function openManifest(logPath: string): Promise<LogManifest> {
  const manifestFile = await open(
    manifestPath(logPath),
    constants.O_RDWR | constants.O_CREAT,
    0o600,
  );
  await manifestFile.chmod(0o600);
  return {
    async recordExtent({ bytes, records }, syncToDisk = false) {
      await manifestFile.write(
        `${JSON.stringify({ bytes, records }).padEnd(MANIFEST_BYTES - 1)}\n`,
        0,
      );
      if (!syncToDisk) return;
      await manifestFile.sync();
      await syncFolder(dirname(logPath));
    },
    close: () => manifestFile.close(),
  };
}
