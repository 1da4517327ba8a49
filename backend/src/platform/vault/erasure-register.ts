import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { CONFIG, type Config } from '../../config.js';
import { damagedErasureFiles } from '../stores/metrics.js';

const RegisteredErasure = z.object({
  id: z.string(),
  accountId: z.string(),
  erasedAt: z.iso.datetime(),
});

/**
 * The erasure of one key. `id` is the key's user or application, `accountId` the account that was
 * erased, and `erasedAt` a UTC instant.
 */
export type RegisteredErasure = Readonly<z.infer<typeof RegisteredErasure>>;

/** `damagedFiles` contains the paths of files that do not contain an erasure or cannot be read. */
export type RegisterContents = Readonly<{
  erasures: readonly RegisteredErasure[];
  damagedFiles: readonly string[];
}>;

const SUFFIX = '.json';
/** How often a folder that could not be written is tested again. */
const RETEST_MS = 30_000;

const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';

const jsonOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The erasure in a file; null if the file is missing, damaged, or cannot be read. */
const erasureIn = async (path: string): Promise<RegisteredErasure | null> => {
  const text = await readFile(path, 'utf8').catch(() => '');
  return RegisteredErasure.safeParse(jsonOrNull(text)).data ?? null;
};

const syncAndClose = async (file: FileHandle) => {
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/**
 * A register of erased keys, one file per key in ERASURES_FOLDER, apart from log and vault, so that
 * restored backups lose no erasure. It only grows and can be merged.
 */
@Injectable()
export class ErasureRegister {
  private readonly logger = new Logger('erasure');
  private readonly folder: string;
  private accessProblem: string | null = null;
  private damagedFiles: readonly string[] = [];
  private retestTimer: NodeJS.Timeout | undefined;

  constructor(@Inject(CONFIG) { ERASURES_FOLDER }: Pick<Config, 'ERASURES_FOLDER'>) {
    this.folder = ERASURES_FOLDER;
  }

  /**
   * What prevents erasures, or which files were damaged when they were last read; null if neither
   * applies.
   */
  get problem(): string | null {
    if (this.accessProblem) return this.accessProblem;
    if (this.damagedFiles.length === 0) return null;
    return `The erasure register has damaged files: ${this.damagedFiles.join(', ')}`;
  }

  /**
   * Writes and removes a test file, because a mounted folder can be read-only or full. Creates a
   * missing folder with a warning, because its mount may be missing.
   * @throws Error that names the folder
   */
  async assertWritable(): Promise<void> {
    try {
      if (await mkdir(this.folder, { recursive: true }))
        this.logger.warn(
          `Created an empty erasure register in ${this.folder}. If it should have entries, mount it.`,
        );
      const path = join(this.folder, `writable.${randomUUID()}`);
      await this.writeAndRun(path, 'writable\n', () => rm(path));
      this.accessProblem = null;
      clearTimeout(this.retestTimer);
    } catch (error) {
      throw this.accessError(error);
    }
  }

  /**
   * Stores an erasure durably. A repeated call keeps the first erasure, unless its file is damaged.
   * @throws Error that names the folder
   */
  async add(erasure: RegisteredErasure): Promise<void> {
    const text = `${JSON.stringify(RegisteredErasure.parse(erasure))}\n`;
    const path = join(this.folder, `${encodeURIComponent(erasure.id)}${SUFFIX}`);
    try {
      await mkdir(this.folder, { recursive: true });
      if (!(await erasureIn(path))) {
        const temporaryPath = `${path}.${randomUUID()}`;
        await this.writeAndRun(temporaryPath, text, () => rename(temporaryPath, path));
        await syncAndClose(await open(this.folder, 'r'));
      }
    } catch (error) {
      throw this.accessError(error);
    }
    this.setDamagedFiles(this.damagedFiles.filter((file) => file !== path));
  }

  /** All erasures, by file name; none if the folder does not exist. */
  async read(): Promise<RegisterContents> {
    const [erasures, damagedFiles]: [RegisteredErasure[], string[]] = [[], []];
    for (const name of await this.names()) {
      const path = join(this.folder, name);
      const erasure = await erasureIn(path);
      if (erasure) erasures.push(erasure);
      else damagedFiles.push(path);
    }
    this.setDamagedFiles(damagedFiles);
    return { erasures, damagedFiles };
  }

  private setDamagedFiles(files: readonly string[]) {
    this.damagedFiles = files;
    damagedErasureFiles.set(files.length);
  }

  /** Writes a new file durably. Removes it if writing or the next step fails. */
  private async writeAndRun(path: string, text: string, nextStep: () => Promise<void>) {
    const file = await open(path, 'wx');
    try {
      await file.writeFile(text).finally(() => syncAndClose(file));
      await nextStep();
    } catch (error) {
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Describes a failure, and tests the folder repeatedly until it can be written. */
  private accessError(cause: unknown): Error {
    this.accessProblem = `ERASURES_FOLDER ${this.folder} cannot be written: ${String(cause)}`;
    const retest = () => void this.assertWritable().catch(() => undefined);
    clearTimeout(this.retestTimer);
    this.retestTimer = setTimeout(retest, RETEST_MS).unref();
    return new Error(this.accessProblem, { cause });
  }

  private async names(): Promise<string[]> {
    try {
      return (await readdir(this.folder)).filter((name) => name.endsWith(SUFFIX)).sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}
