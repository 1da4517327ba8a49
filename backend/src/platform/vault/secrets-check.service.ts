import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { VaultDatabase } from '../stores/vault-database.js';
import { KeyWrapping, type WrappedKey } from './key-wrapping.js';
import { KnownSecrets } from './known-secrets.service.js';
import { type KeyDocument, wrappingPlace } from './person-keys.js';

export const CHECK = 'KEY_SECRETS';

const SAMPLE_SIZE = 20;

/** A value that only the right key secret opens, and a hash under each lookup secret ever used. */
export type KeyCheck = { _id: typeof CHECK } & WrappedKey;
type LookupCheck = { _id: 'LOOKUP_SECRETS'; hashes: string[] };

const wrongKeySecrets =
  'The configuration is invalid: KEY_SECRETS does not open this vault. Use the secret that sealed the vault; append a new secret to it, separated by a comma, and put it in front once all processes know it.';
const wrongLookupSecrets =
  'The configuration is invalid: LOOKUP_SECRETS lacks a secret that this installation has used. List all of them; append a new secret, separated by a comma, and put it in front once all processes know it.';

/**
 * Compares the secrets with the vault before anything else starts: a wrong secret would make users
 * unreadable and write damaged data. An empty vault stores the secrets' checks. Then compares the
 * secrets with those of the other processes. A command (role `cli`) only reads.
 */
@Injectable()
export class SecretsCheck implements OnModuleInit {
  private readonly logger = new Logger('vault');

  constructor(
    private readonly vault: VaultDatabase,
    private readonly keyWrapping: KeyWrapping,
    private readonly keyedHashes: KeyedHashes,
    private readonly knownSecrets: KnownSecrets,
    @Inject(CONFIG) private readonly config: Pick<Config, 'ROLES'>,
  ) {}

  private get isReadOnly(): boolean {
    return this.config.ROLES.includes('cli');
  }

  /** @throws Error with a sentence that names the variable but reveals no secret */
  async onModuleInit() {
    await this.vault.onModuleInit();
    if (!(await this.opensKeys())) throw new Error(wrongKeySecrets);
    // Before the check is written, or a refused start would keep older processes from starting.
    if (!this.isReadOnly) await this.knownSecrets.compare();
    if (!(await this.knowsNames())) throw new Error(wrongLookupSecrets);
    if (!this.isReadOnly) await this.knownSecrets.register();
  }

  /**
   * The check decides. A vault without a check is judged by several keys, because a single key may
   * be damaged.
   */
  private async opensKeys(): Promise<boolean> {
    const storedCheck = await this.vault.call((vault) =>
      vault.collection<KeyCheck>('checks').findOne({ _id: CHECK }),
    );
    if (storedCheck) return this.opensCheck(storedCheck);
    const sampleKeys = await this.vault.call((vault) =>
      vault
        .collection<KeyDocument>('keys')
        .find({ wrapped: { $ne: null } })
        .limit(SAMPLE_SIZE)
        .toArray(),
    );
    const opensSample = (keyDocument: KeyDocument) =>
      this.opensKey(keyDocument as WrappedKey, wrappingPlace(keyDocument));
    if (sampleKeys.length > 0 && !sampleKeys.some(opensSample)) return false;
    if (this.isReadOnly) return true;
    const { secret, wrapped } = this.keyWrapping.wrapKey(randomBytes(32), CHECK);
    const keyCheck = await this.vault.call((vault) =>
      vault
        .collection<KeyCheck>('checks')
        .findOneAndUpdate(
          { _id: CHECK },
          { $setOnInsert: { secret, wrapped } },
          { upsert: true, returnDocument: 'after' },
        ),
    );
    return this.opensCheck(keyCheck!);
  }

  /**
   * If a check of a listed secret does not open, the check itself is damaged. This does not prevent
   * a start.
   */
  private opensCheck(keyCheck: KeyCheck): boolean {
    if (this.opensKey(keyCheck, CHECK)) return true;
    if (!this.keyWrapping.lists(keyCheck.secret)) return false;
    this.logger.error({ vault: 'checks', reason: `The check of ${CHECK} is damaged.` });
    return true;
  }

  private opensKey(wrapped: WrappedKey, place: string): boolean {
    try {
      return this.keyWrapping.unwrapKey(wrapped, place).length > 0;
    } catch {
      return false;
    }
  }

  private async knowsNames(): Promise<boolean> {
    const constantHashes = [...this.keyedHashes.hashesOf('check', 'courtly')];
    const findCheck = { _id: 'LOOKUP_SECRETS' } as const;
    const lookupCheck = await this.vault.call((vault) => {
      const checks = vault.collection<LookupCheck>('checks');
      return this.isReadOnly
        ? checks.findOne(findCheck)
        : checks.findOneAndUpdate(
            findCheck,
            { $setOnInsert: { hashes: constantHashes } },
            { upsert: true, returnDocument: 'after' },
          );
    });
    if (!lookupCheck) return true;
    if (lookupCheck.hashes.some((hash) => !constantHashes.includes(hash))) return false;
    if (lookupCheck.hashes.length < constantHashes.length && !this.isReadOnly)
      await this.vault.call((vault) =>
        vault
          .collection<LookupCheck>('checks')
          .updateOne({ _id: 'LOOKUP_SECRETS' }, { $set: { hashes: constantHashes } }),
      );
    return true;
  }
}
