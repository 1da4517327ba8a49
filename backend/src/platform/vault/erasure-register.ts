import { randomUUID } from 'node:crypto';
import { type FileHandle, access, mkdir, open, readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CONFIG, type Config } from '../../config.js';

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
  private readonly folder: string;

  constructor(@Inject(CONFIG) { ERASURES_FOLDER }: Pick<Config, 'ERASURES_FOLDER'>) {
    this.folder = ERASURES_FOLDER;
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

  /**
   * All erasures, by file name; none if the folder does not exist.
   * @throws Error that names a damaged file
   */
  async entries(): Promise<RegisteredErasure[]> {
    const erasures: RegisteredErasure[] = [];
    for (const name of await this.names()) {
      const path = join(this.folder, name);
      const text = await readFile(path, 'utf8');
      const parsed = RegisteredErasure.safeParse(jsonOrNull(text));
      if (!parsed.success) throw new Error(`${path} of the register of erasures is damaged.`);
      erasures.push(parsed.data);
    }
    return erasures;
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
