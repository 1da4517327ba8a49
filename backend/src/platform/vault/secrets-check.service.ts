import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { VaultDatabase } from '../stores/vault-database.js';
import { KeyWrapping, type WrappedKey } from './key-wrapping.js';
import { KnownSecrets, type RegisteredVault } from './known-secrets.service.js';
import { type KeyDocument, wrappingPlace } from './person-keys.js';

export const CHECK = 'KEY_SECRETS';
const LOOKUP_CHECK = 'LOOKUP_SECRETS';

const SAMPLE_SIZE = 20;

/** A value that only the right key secret opens, and a hash under each lookup secret ever used. */
export type KeyCheck = { _id: typeof CHECK } & WrappedKey;
type LookupCheck = { _id: typeof LOOKUP_CHECK; hashes: string[] };

const wrongKeySecrets =
  'The configuration is invalid: KEY_SECRETS does not open this vault. Use the secret that sealed the vault; append a new secret to it, separated by a comma, and put it in front once all processes know it.';
const wrongLookupSecrets =
  'The configuration is invalid: LOOKUP_SECRETS lacks a secret that this installation has used. List all of them; append a new secret, separated by a comma, and put it in front once all processes know it.';

/**
 * Compares the secrets with the vault and other processes before anything else starts: a wrong one
 * would make users unreadable and corrupt new data. The role `cli` only reads.
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

  /** @throws Error with a sentence that names the variable but reveals no secret */
  async onModuleInit() {
    await this.vault.onModuleInit();
    if (!(await this.opensKeys())) throw new Error(wrongKeySecrets);
    this.requireKnownNames(await this.findNames());
    if (this.config.ROLES.includes('cli')) return;
    // A process that is refused must write nothing, or older processes could not start again.
    await this.knownSecrets.register(async (registeredVault) => {
      await this.storeKeyCheck(registeredVault);
      await this.storeNames(registeredVault);
    });
  }

  /**
   * The vault's check decides. Without one, several keys are tried, because a single key may be
   * damaged.
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
    return sampleKeys.length === 0 || sampleKeys.some(opensSample);
  }

  private async storeKeyCheck(vault: RegisteredVault) {
    const { secret, wrapped } = this.keyWrapping.wrapKey(randomBytes(32), CHECK);
    const keyCheck = await vault.call((database) =>
      database
        .collection<KeyCheck>('checks')
        .findOneAndUpdate(
          { _id: CHECK },
          { $setOnInsert: { secret, wrapped } },
          { upsert: true, returnDocument: 'after' },
        ),
    );
    if (!this.keyWrapping.lists(keyCheck!.secret)) throw new Error(wrongKeySecrets);
  }

  /**
   * If the check's secret is listed but does not open it, the check itself is damaged, which does
   * not prevent a start.
   */
  private opensCheck(keyCheck: KeyCheck): boolean {
    if (!this.keyWrapping.lists(keyCheck.secret)) return false;
    if (!this.opensKey(keyCheck, CHECK))
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

  /** The hashes of a constant under each of LOOKUP_SECRETS. */
  private get ownNames(): readonly string[] {
    return [...this.keyedHashes.hashesOf('check', 'courtly')];
  }

  private findNames(): Promise<LookupCheck | null> {
    return this.vault.call((vault) =>
      vault.collection<LookupCheck>('checks').findOne({ _id: LOOKUP_CHECK }),
    );
  }

  private requireKnownNames(lookupCheck: LookupCheck | null) {
    if (lookupCheck?.hashes.some((hash) => !this.ownNames.includes(hash)))
      throw new Error(wrongLookupSecrets);
  }

  /** Adds new hashes to the check, unless another process has changed it in the meantime. */
  private async storeNames(vault: RegisteredVault) {
    const hashes = [...this.ownNames];
    await vault.call((database) =>
      database
        .collection<LookupCheck>('checks')
        .updateOne({ _id: LOOKUP_CHECK }, { $setOnInsert: { hashes } }, { upsert: true }),
    );
    for (let stored = await this.findNames(); stored; stored = await this.findNames()) {
      this.requireKnownNames(stored);
      if (stored.hashes.length >= hashes.length) return;
      const filter = { _id: LOOKUP_CHECK, hashes: stored.hashes } as const;
      await vault.call((database) =>
        database.collection<LookupCheck>('checks').updateOne(filter, { $set: { hashes } }),
      );
    }
  }
}
