import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { BookingParties } from '../../booking/bookings/booking.events.js';
import { guestWaivers as guestWaiverDecider } from '../../booking/guest-waivers/guest-waivers.js';
import { guestWaivers } from '../../booking/guest-waivers/guest-waivers.projection.js';
import { applications } from '../../people/applications/application.js';
import { applications as applicationList } from '../../people/applications/applications.projection.js';
import { user } from '../../people/identity/user.js';
import { Clock } from '../../platform/kernel/clock.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { erasuresNotRepeated } from '../../platform/stores/metrics.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ErasureRegister, type RegisteredErasure } from '../../platform/vault/erasure-register.js';
import { VaultKeys } from '../../platform/vault/person-keys.js';
import { ErasureSteps } from './erasure-steps.service.js';
import { erasures as erasureModel } from './erasures.projection.js';

const RETRY_DELAY_MS = 10_000;
const MAX_RETRY_DELAY_MS = 10 * MINUTE_MS;

/**
 * What was repeated for an entry. `requested`: the log had lost the erasure, which then starts from
 * the beginning. `erased`: only a key had returned.
 */
type Repeated = 'requested' | 'erased' | null;

/**
 * The accounts whose erasure was requested again, the ids whose key was erased again, and sentences
 * about failed entries and damaged files.
 */
export type RepeatedErasures = Readonly<{
  requested: ReadonlySet<string>;
  erased: ReadonlySet<string>;
  failures: readonly string[];
}>;

/** Repeats the erasures in the register for people whom a restored backup brought back. */
@Injectable()
export class RepeatErasures implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('erasure');
  private readonly shutdown = new AbortController();
  private pendingWork: Promise<void> = Promise.resolve();

  constructor(
    private readonly register: ErasureRegister,
    private readonly vaultKeys: VaultKeys,
    private readonly streams: Streams,
    private readonly commandHandling: CommandHandling,
    private readonly steps: ErasureSteps,
    private readonly clock: Clock,
    private readonly readModels: ReadModels,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Does not wait, so that a worker can start while a store is down. */
  onApplicationBootstrap() {
    if (this.config.ROLES.includes('worker')) this.pendingWork = this.repeatUntilDone();
  }

  async beforeApplicationShutdown() {
    this.shutdown.abort();
    await this.pendingWork;
  }

  /**
   * Repeats each registered erasure that the log or the vault does not have. An entry that fails or
   * is damaged does not stop the others, and each is named in the log.
   * @throws DomainError store_unavailable if the register is empty and it is unknown whether it
   *   should be
   */
  async repeatAll(): Promise<RepeatedErasures> {
    const [requested, erased] = [new Set<string>(), new Set<string>()];
    let failureCount = 0;
    const { erasures, damagedFiles } = await this.register.read();
    if (erasures.length + damagedFiles.length === 0) await this.warnOfLostRegister();
    for (const entry of erasures) {
      this.shutdown.signal.throwIfAborted();
      try {
        const repeated = await this.repeat(entry);
        if (repeated === 'requested') requested.add(entry.accountId);
        if (repeated === 'erased') erased.add(entry.id);
      } catch (error) {
        failureCount++;
        const { id, accountId } = entry;
        this.logger.error({ erasureNotRepeated: id, accountId, reason: String(error) });
      }
    }
    // Repeating an erasure replaces the damaged files of its keys.
    const stillDamaged = damagedFiles.length > 0 ? (await this.register.read()).damagedFiles : [];
    for (const file of stillDamaged) this.logger.error({ damagedErasureFile: file });
    erasuresNotRepeated.set(failureCount);
    const failures = [
      ...(failureCount > 0 ? [`${failureCount} erasures could not be repeated`] : []),
      ...stillDamaged.map((file) => `${file} is damaged`),
    ];
    return { requested, erased, failures };
  }

  private async repeat({ id, accountId, erasedAt }: RegisteredErasure): Promise<Repeated> {
    const erasureJob = { userId: accountId, at: erasedAt };
    const hadKey = await this.hasAnyKey(id);
    await this.steps.eraseDamagedKey(erasureJob);
    const { person, erasure } = await this.streams.load(user, accountId);
    if (person && erasure === 'none') {
      const [at, reference] = [this.clock.instant(), `erasure register, ${erasedAt}`];
      await this.commandHandling.handle(
        user,
        accountId,
        {
          type: 'RequestErasure',
          data: { userId: accountId, by: 'operator', reference, requestedAt: at },
        },
        systemContext(`repeated erasure.${accountId}`, at),
      );
      return 'requested';
    }
    if (!person && id === accountId) {
      const repeated = await this.repeatApplication(id, erasedAt);
      if (repeated !== 'unknown') return repeated;
      if (await this.repeatGuest(id, erasedAt)) return 'requested';
    }
    // The process for the requested erasure removes the keys last, because it needs them.
    if (erasure === 'requested' || !hadKey) return null;
    await this.steps.revokeAccess(erasureJob);
    // Entries of earlier releases list only the account, whose applications returned together with
    // its key.
    if (id === accountId) await this.steps.eraseKeys(erasureJob);
    else await this.vaultKeys.eraseKey(id, erasedAt, { accountId });
    return 'erased';
  }

  /** An application that was erased separately. The process for the request removes its key. */
  private async repeatApplication(
    applicationId: string,
    erasedAt: string,
  ): Promise<Repeated | 'unknown'> {
    const application = await this.readModels.read(applicationList, (documents) =>
      documents.findOne({ _id: applicationId }),
    );
    if (!application || application.erasure === 'erased') return 'unknown';
    const [requestedAt, reference] = [this.clock.instant(), `erasure register, ${erasedAt}`];
    await this.commandHandling.handle(
      applications,
      application.applicant,
      { type: 'RequestErasure', data: { applicationId, by: 'operator', reference, requestedAt } },
      systemContext(`repeated erasure.${applicationId}`, requestedAt),
    );
    return application.erasure === 'none' ? 'requested' : null;
  }

  /**
   * Requests the erasure of a booking guest who is still in the log. The erasure process removes
   * the key.
   */
  private async repeatGuest(guestId: string, erasedAt: string): Promise<boolean> {
    const guestList = await this.readModels.read(guestWaivers, (documents) =>
      documents.findOne({ [`keptUntil.${guestId}`]: { $exists: true } }),
    );
    if (!guestList || guestList.erasureRequests.includes(guestId)) return false;
    const [requestedAt, reference] = [this.clock.instant(), `erasure register, ${erasedAt}`];
    const data = { ...BookingParties.parse(guestList), guestId, reference, requestedAt };
    await this.commandHandling.handle(
      guestWaiverDecider,
      guestList.bookingId,
      { type: 'RequestErasure', data },
      systemContext(`repeated erasure.${guestId}`, requestedAt),
    );
    return true;
  }

  /** Also checks the keys of applications that were erased with an account. */
  private async hasAnyKey(id: string): Promise<boolean> {
    for (const each of [id, ...(await this.vaultKeys.idsErasedWith([id]))])
      if (await this.vaultKeys.hasKey(each)) return true;
    return false;
  }

  /** A mount may be missing, or the folder may belong to another machine. */
  private async warnOfLostRegister() {
    const erasedCount = await this.readModels.walk(erasureModel, (documents) =>
      documents.countDocuments({ isErased: true }),
    );
    if (erasedCount > 0)
      this.logger.warn(
        `The register in ERASURES_FOLDER is empty, but ${erasedCount} accounts were erased. Check that the register is mounted. If it is new, run courtly keys erase-again.`,
      );
  }

  private async repeatUntilDone() {
    const { signal } = this.shutdown;
    let retryDelayMs = RETRY_DELAY_MS;
    while (!signal.aborted)
      try {
        // Even if the register is read-only, its erasures can be repeated.
        const [written, repeated] = await Promise.allSettled([
          this.register.assertWritable(),
          this.repeatAll(),
        ]);
        if (repeated.status === 'rejected') throw repeated.reason;
        const { requested, erased, failures } = repeated.value;
        if (requested.size + erased.size > 0)
          this.logger.warn({ repeatedErasures: requested.size, keysErasedAgain: erased.size });
        if (written.status === 'rejected') throw written.reason;
        if (failures.length > 0) throw new Error(failures.join('; '));
        return;
      } catch (error) {
        if (signal.aborted) return;
        // At the first start, the read models are not ready yet.
        const level = error instanceof DomainError ? 'warn' : 'error';
        this.logger[level]({ state: 'erasures not repeated', error: String(error) });
        await delay(retryDelayMs, undefined, { signal }).catch(() => undefined);
        retryDelayMs = Math.min(retryDelayMs * 2, MAX_RETRY_DELAY_MS);
      }
  }
}
