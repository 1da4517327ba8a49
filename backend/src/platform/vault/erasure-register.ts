import { randomUUID } from 'node:crypto';
import {
  type FileHandle,
  access,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
} from 'node:fs/promises';
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
 * The erasure of one key. `id` is its user or application, `accountId` the account that was erased,
 * and `erasedAt` a UTC instant.
 */
export type RegisteredErasure = Readonly<z.infer<typeof RegisteredErasure>>;

/** `damagedFiles` has the paths of files that do not contain an erasure or cannot be read. */
export type RegisterContents = Readonly<{
  erasures: readonly RegisteredErasure[];
  damagedFiles: readonly string[];
}>;

const SUFFIX = '.json';

const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';

const jsonOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const syncAndClose = async (file: FileHandle) => {
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/**
 * The erased keys, as one small file each in ERASURES_FOLDER. The folder is separate from the log
 * and the vault, so restoring a backup loses no later erasures. Nothing is ever removed from it,
 * and any two copies can be merged. It contains no personal data.
 */
@Injectable()
export class ErasureRegister {
  private readonly logger = new Logger('erasure');
  private readonly folder: string;
  private accessProblem: string | null = null;
  private damagedFiles: readonly string[] = [];

  constructor(@Inject(CONFIG) { ERASURES_FOLDER }: Pick<Config, 'ERASURES_FOLDER'>) {
    this.folder = ERASURES_FOLDER;
  }

  /** What prevents erasures, or which files were damaged when they were last read, or null. */
  get problem(): string | null {
    if (this.accessProblem) return this.accessProblem;
    if (this.damagedFiles.length === 0) return null;
    return `The register of erasures has damaged files: ${this.damagedFiles.join(', ')}`;
  }

  /**
   * Writes and removes a file, because a mounted folder can be read-only or full. Creates a missing
   * folder and warns, because it may be a mount that is missing.
   * @throws Error that names the folder
   */
  async assertWritable(): Promise<void> {
    try {
      if (await mkdir(this.folder, { recursive: true }))
        this.logger.warn(`Created ${this.folder}, a register without erasures. Is it mounted?`);
      const path = join(this.folder, `writable.${randomUUID()}`);
      const file = await open(path, 'wx');
      try {
        await file.writeFile('writable\n').finally(() => syncAndClose(file));
      } finally {
        await rm(path, { force: true });
      }
      this.accessProblem = null;
    } catch (error) {
      this.accessProblem = `ERASURES_FOLDER ${this.folder} cannot be written: ${String(error)}`;
      throw new Error(this.accessProblem, { cause: error });
    }
  }

  /** Stores an erasure durably; a repetition keeps the first. */
  async add(erasure: RegisteredErasure): Promise<void> {
    const name = `${encodeURIComponent(erasure.id)}${SUFFIX}`;
    await mkdir(this.folder, { recursive: true });
    if (await exists(join(this.folder, name))) return;
    const temporaryName = join(this.folder, `${name}.${randomUUID()}`);
    const file = await open(temporaryName, 'wx');
    await file.writeFile(`${JSON.stringify(RegisteredErasure.parse(erasure))}\n`);
    await syncAndClose(file);
    await rename(temporaryName, join(this.folder, name));
    await syncAndClose(await open(this.folder, 'r'));
  }

  /** All erasures, by file name; none if the folder does not exist. */
  async read(): Promise<RegisterContents> {
    const [erasures, damagedFiles]: [RegisteredErasure[], string[]] = [[], []];
    for (const name of await this.names()) {
      const path = join(this.folder, name);
      const text = await readFile(path, 'utf8').catch(() => '');
      const parsed = RegisteredErasure.safeParse(jsonOrNull(text));
      if (parsed.success) erasures.push(parsed.data);
      else damagedFiles.push(path);
    }
    this.damagedFiles = damagedFiles;
    damagedErasureFiles.set(damagedFiles.length);
    return { erasures, damagedFiles };
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
