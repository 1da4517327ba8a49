import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { WrittenExtent } from './durable-log.js';
import { syncFolder } from './journal.js';

const MANIFEST_BYTES = 64;

const manifestPath = (logPath: string): string => `${logPath}.manifest`;

/**
 * The minimum content of a log according to its manifest; if the log has less, acknowledged writes
 * are lost. Undefined if there is no manifest, because the log is new or its folder lost the file.
 * Throws if the manifest is damaged.
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
  /**
   * Records how much of the log is written, never more. Survives the end of this process, and with
   * `syncToDisk` a power failure.
   */
  recordExtent(writtenExtent: WrittenExtent, syncToDisk?: boolean): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens the manifest of a log for writing. All entries have the same size, so each overwrites the
 * last within one disk sector.
 */
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
