import { hkdfSync, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { DAY_MS, MINUTE_MS } from '../kernel/local-time.js';
import { RepeatedWork } from '../kernel/repeated-work.js';
import { VaultDatabase } from '../stores/vault-database.js';

const secretLists = ['SESSION_SECRETS', 'KEY_SECRETS', 'LOOKUP_SECRETS'] as const;
type SecretList = (typeof secretLists)[number];
type Fingerprints = Readonly<Record<SecretList, readonly string[]>>;

/**
 * Fingerprints of the secrets that a running process uses, newest first. The times are UTC, by the
 * vault's clock; earlier releases stored no `registeredAt`. Only api processes use session secrets.
 */
type ProcessDocument = {
  _id: string;
  secrets: Fingerprints;
  seenAt: string;
  registeredAt?: string;
};

declare const registered: unique symbol;

/**
 * The vault of a registered process, whose secrets all other running processes know. A write that
 * keeps processes with other secrets from starting requires this type.
 */
export type RegisteredVault = Pick<VaultDatabase, 'call'> & Readonly<{ [registered]: true }>;

const BEAT_MS = 15_000;
/** A process that has not been seen for this long counts as stopped, except after an outage. */
const GONE_AFTER_MS = MINUTE_MS;
/** After an outage of the vault, every running process has been seen again within this time. */
const BEATS_WAIT_MS = 2 * BEAT_MS;
/** Longer than an outage, during which no process can be seen. */
const FORGOTTEN_AFTER_MS = DAY_MS;

const fingerprint = (list: SecretList, secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `courtly fingerprint in ${list}`, 4)).toString('hex');

/** A sentence about the first list that is incompatible; null if there is none. */
const problemOf = (own: Fingerprints, other: Fingerprints): string | null => {
  for (const list of secretLists) {
    if (own[list].length === 0 || other[list].length === 0) continue;
    if (!other[list].includes(own[list][0]!))
      return `The configuration is invalid: ${list} starts with a secret that another running process does not know. Append a new secret to the list of every process first, and then put it in front.`;
    if (!own[list].includes(other[list][0]!))
      return `The configuration is invalid: ${list} lacks the secret that another running process uses. Append it to the list.`;
  }
  return null;
};

/**
 * Keeps a process from issuing sessions, keys, or hashes under a secret that another running
 * process does not know. Each running process stores fingerprints of its secrets in the vault.
 */
@Injectable()
export class KnownSecrets implements OnApplicationShutdown {
  private readonly logger = new Logger('vault');
  private readonly processId = randomUUID();
  private readonly own: Fingerprints;
  private readonly beats = new RepeatedWork(BEAT_MS, () => this.beatOrWarn());
  private isRegistered = false;
  private registeredAt: string | null = null;
  /** Why this process must not serve, or null. */
  problem: string | null = null;

  constructor(
    private readonly vault: VaultDatabase,
    @Inject(CONFIG) config: Pick<Config, SecretList | 'ROLES'>,
  ) {
    const isUsed = (list: SecretList) => list !== 'SESSION_SECRETS' || config.ROLES.includes('api');
    const entries = secretLists.map((list) => [
      list,
      isUsed(list) ? config[list].map((secret) => fingerprint(list, secret)) : [],
    ]);
    this.own = Object.fromEntries(entries) as Fingerprints;
  }

  /**
   * If a process that has stopped reporting has incompatible secrets, waits half a minute for its
   * next report.
   * @throws Error with a sentence that names the variable if another process has incompatible
   * secrets
   */
  async compare(): Promise<void> {
    const silent = await this.findOthers(await this.vaultTime(), FORGOTTEN_AFTER_MS);
    await this.compareWithRunning();
    if (silent.every(({ secrets }) => problemOf(this.own, secrets) === null)) return;
    this.logger.warn(
      'A process that has stopped reporting has other secrets. Waiting for its next report.',
    );
    await this.waitForBeats();
    await this.compareWithRunning();
  }

  private async compareWithRunning(): Promise<void> {
    for (const { secrets } of await this.findOthers(await this.vaultTime())) {
      const problem = problemOf(this.own, secrets);
      if (problem) throw new Error(problem);
    }
  }

  private waitForBeats = (): Promise<void> => delay(BEATS_WAIT_MS);

  /**
   * Registers this process until it stops, then runs `write`. Compares again after registering: if
   * two processes start at the same time, at least one sees the other.
   * @throws errors of `compare` and `write`
   */
  async register(write: (vault: RegisteredVault) => Promise<void>): Promise<void> {
    await this.compare();
    this.isRegistered = true;
    try {
      await this.beat();
      await this.compareWithRunning();
      await write(this.vault as unknown as RegisteredVault);
    } catch (error) {
      await this.onApplicationShutdown();
      throw error;
    }
    this.beats.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.beats.stop();
    if (!this.isRegistered) return;
    this.isRegistered = false;
    await this.vault
      .call((vault) =>
        vault.collection<ProcessDocument>('processes').deleteOne({ _id: this.processId }),
      )
      // If the vault is unavailable, the entry expires.
      .catch(() => undefined);
  }

  /** Also removes the entries of processes that were killed long ago. */
  private async beat(): Promise<void> {
    const now = await this.vaultTime();
    const seenAt = new Date(now).toISOString();
    this.registeredAt ??= seenAt;
    const entry = { secrets: this.own, seenAt, registeredAt: this.registeredAt };
    const forgottenBefore = new Date(now - FORGOTTEN_AFTER_MS).toISOString();
    await this.vault.call((vault) =>
      vault
        .collection<ProcessDocument>('processes')
        .replaceOne({ _id: this.processId }, entry, { upsert: true }),
    );
    await this.vault.call((vault) =>
      vault
        .collection<ProcessDocument>('processes')
        .deleteMany({ seenAt: { $lt: forgottenBefore } }),
    );
    await this.compareWithLater(now);
  }

  /**
   * Processes with incompatible secrets that reach the vault can start only while this one counts
   * as stopped because it went silent. This one must then not serve.
   */
  private async compareWithLater(now: number): Promise<void> {
    const problems = (await this.findOthers(now))
      .filter(({ registeredAt = '~' }) => registeredAt > this.registeredAt!)
      .map(({ secrets }) => problemOf(this.own, secrets));
    const [problem = null] = problems.filter((found) => found !== null);
    if (problem !== null && problem !== this.problem) this.logger.error(problem);
    this.problem = problem;
  }

  private findOthers(now: number, maxAgeMs = GONE_AFTER_MS): Promise<ProcessDocument[]> {
    const seenAfter = new Date(now - maxAgeMs).toISOString();
    return this.vault.call((vault) =>
      vault
        .collection<ProcessDocument>('processes')
        .find({ _id: { $ne: this.processId }, seenAt: { $gt: seenAfter } })
        .toArray(),
    );
  }

  /** Machine clocks differ, so all processes use the vault's clock. */
  private async vaultTime(): Promise<number> {
    const { localTime } = await this.vault.call((vault) => vault.command({ hello: 1 }));
    return (localTime as Date).getTime();
  }

  private async beatOrWarn(): Promise<void> {
    try {
      await this.beat();
    } catch (error) {
      this.logger.warn(
        `Could not show the fingerprints of the secrets to other processes: ${String(error)}`,
      );
    }
  }
}
