import { Inject, Injectable } from '@nestjs/common';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import {
  MissingKey,
  PERSON_KEYS,
  type PersonKey,
  type PersonKeys,
  UnreadableKey,
} from '../kernel/personal-data.js';
import { openSealed, sealText } from '../kernel/sealing.js';
import { VaultDatabase } from '../stores/vault-database.js';

/** `_id` is `<user id>.<id in the log>`. The kind determines which fields there are. */
type SecretDocument = {
  _id: string;
  storedAt: string;
  /** The key of an authenticator app, encrypted with the person's key. */
  sealed?: string;
  /** The time step of the app's last code. */
  lastStep?: number;
  /** A set of recovery codes. */
  hashes?: readonly string[];
  /** A public key. */
  passkey?: StoredPasskey;
};

/**
 * In the format of the WebAuthn library. `publicKey` is base64url, and `counter` is the value at
 * the last use.
 */
export type StoredPasskey = Readonly<{
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: readonly string[];
}>;

const documentId = (userId: string, secretId: string) => `${userId}.${secretId}`;
/** Matches the ids of all documents of a user, because `/` follows `.`. */
const idsOf = (userId: string) => ({ $gte: `${userId}.`, $lt: `${userId}/` });

/** Stores the secrets of second factors. The log decides which of them are valid. */
@Injectable()
export class SecondFactorSecrets {
  constructor(
    private readonly vault: VaultDatabase,
    @Inject(PERSON_KEYS) private readonly personKeys: PersonKeys,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /** @throws MissingKey, UnreadableKey */
  async storeTotpKey(
    userId: string,
    factorId: string,
    key: Buffer,
    storedAt: string,
  ): Promise<void> {
    const _id = documentId(userId, factorId);
    const sealed = sealText((await this.personKeyOf(userId)).key, key, _id);
    await this.replace({ _id, storedAt, sealed, lastStep: 0 });
  }

  /**
   * The key of an authenticator app and when it was stored (UTC), or null.
   * @throws MissingKey, UnreadableKey
   */
  async totpKeyOf(
    userId: string,
    factorId: string,
  ): Promise<Readonly<{ key: Buffer; storedAt: string }> | null> {
    const document = await this.find(userId, factorId);
    if (!document?.sealed) return null;
    const { key } = await this.personKeyOf(userId);
    return {
      key: openSealed(key, document.sealed, document._id),
      storedAt: document.storedAt,
    };
  }

  /**
   * Returns true only once for each time step, across all processes, and never for an earlier one.
   */
  async redeemTimeStep(userId: string, factorId: string, timeStep: number): Promise<boolean> {
    const { modifiedCount } = await this.vault.call((vault) =>
      vault
        .collection<SecretDocument>('secondFactors')
        .updateOne(
          { _id: documentId(userId, factorId), lastStep: { $lt: timeStep } },
          { $set: { lastStep: timeStep } },
        ),
    );
    return modifiedCount === 1;
  }

  async storePasskey(
    userId: string,
    factorId: string,
    passkey: StoredPasskey,
    storedAt: string,
  ): Promise<void> {
    await this.replace({ _id: documentId(userId, factorId), storedAt, passkey });
  }

  /** The passkeys among the given factors. */
  async passkeysOf(
    userId: string,
    factorIds: readonly string[],
  ): Promise<readonly (StoredPasskey & Readonly<{ factorId: string }>)[]> {
    const ids = factorIds.map((factorId) => documentId(userId, factorId));
    const documents = await this.vault.call((vault) =>
      vault
        .collection<SecretDocument>('secondFactors')
        .find({ _id: { $in: ids } })
        .toArray(),
    );
    return documents.flatMap(({ _id, passkey }) =>
      passkey ? [{ ...passkey, factorId: _id.slice(userId.length + 1) }] : [],
    );
  }

  /**
   * Returns whether the counter is acceptable. It must increase, across all processes, but most
   * authenticators always send 0.
   */
  async redeemCounter(userId: string, factorId: string, counter: number): Promise<boolean> {
    if (counter === 0) return true;
    const { modifiedCount } = await this.vault.call((vault) =>
      vault
        .collection<SecretDocument>('secondFactors')
        .updateOne(
          { _id: documentId(userId, factorId), 'passkey.counter': { $lt: counter } },
          { $set: { 'passkey.counter': counter } },
        ),
    );
    return modifiedCount === 1;
  }

  async storeRecoveryCodes(
    userId: string,
    setId: string,
    codes: readonly string[],
    storedAt: string,
  ): Promise<void> {
    const hashes = codes.map((code) =>
      this.keyedHashes.hashOf('recovery code', `${userId} ${code}`),
    );
    await this.replace({ _id: documentId(userId, setId), storedAt, hashes });
  }

  /**
   * The number of a code in its set; null if there is no such code. The log records whether it was
   * used.
   */
  async recoveryCodeNumber(userId: string, setId: string, code: string): Promise<number | null> {
    const candidates = this.keyedHashes.hashesOf('recovery code', `${userId} ${code}`);
    const document = await this.find(userId, setId);
    const codeNumber = document?.hashes?.findIndex((hash) => candidates.includes(hash)) ?? -1;
    return codeNumber < 0 ? null : codeNumber;
  }

  async hasRecoveryCodes(userId: string, setId: string): Promise<boolean> {
    return (await this.find(userId, setId)) !== null;
  }

  async remove(userId: string, secretIds: readonly string[]): Promise<void> {
    const ids = secretIds.map((secretId) => documentId(userId, secretId));
    await this.vault.call((vault) =>
      vault.collection<SecretDocument>('secondFactors').deleteMany({ _id: { $in: ids } }),
    );
  }

  /** Removes what was stored before an instant (UTC), except for the given ids. */
  async removeOthers(
    userId: string,
    keptIds: readonly string[],
    storedBefore: string,
  ): Promise<void> {
    const kept = keptIds.map((secretId) => documentId(userId, secretId));
    await this.vault.call((vault) =>
      vault.collection<SecretDocument>('secondFactors').deleteMany({
        $and: [{ _id: idsOf(userId) }, { _id: { $nin: kept } }],
        storedAt: { $lt: storedBefore },
      }),
    );
  }

  async removeAll(userId: string): Promise<void> {
    await this.vault.call((vault) =>
      vault.collection<SecretDocument>('secondFactors').deleteMany({ _id: idsOf(userId) }),
    );
  }

  private find(userId: string, secretId: string): Promise<SecretDocument | null> {
    return this.vault.call((vault) =>
      vault
        .collection<SecretDocument>('secondFactors')
        .findOne({ _id: documentId(userId, secretId) }),
    );
  }

  private async replace({ _id, ...fields }: SecretDocument): Promise<void> {
    await this.vault.call((vault) =>
      vault
        .collection<SecretDocument>('secondFactors')
        .replaceOne({ _id }, fields, { upsert: true }),
    );
  }

  private async personKeyOf(userId: string): Promise<PersonKey> {
    const storedKey = (await this.personKeys.find([userId])).get(userId);
    if (!storedKey) throw new MissingKey(userId);
    if ('damage' in storedKey) throw new UnreadableKey(userId, storedKey.id, storedKey.damage);
    return storedKey;
  }
}
