import { ApplicationKind } from '@courtly/contracts/applications';
import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  type Application,
  applicantOf,
  applications,
} from '../../people/applications/application.js';
import { applications as applicationList } from '../../people/applications/applications.projection.js';
import { calendarFeed } from '../../booking/calendar/calendar-feed.js';
import { courtInvitations as courtInvitationsDecider } from '../../booking/courts/court-invitations.js';
import { courtInvitations } from '../../booking/courts/court-invitations.projection.js';
import {
  guestAt,
  guestWaivers as guestWaiverDecider,
} from '../../booking/guest-waivers/guest-waivers.js';
import { guestWaivers } from '../../booking/guest-waivers/guest-waivers.projection.js';
import { court } from '../../booking/courts/court.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { ACCOUNT_CLOSURE, type AccountClosure } from '../../platform/http/account-closure.js';
import { everVerified, verifiedEmailHashes } from '../../people/identity/account-email.js';
import { accountNames } from '../../people/identity/account-names.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { user } from '../../people/identity/user.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, systemContext } from '../../platform/kernel/context.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { match } from '../../play/matches/match.js';
import { matches } from '../../play/matches/matches.projection.js';
import { CUSTOMERS, type Customers } from '../../money/cards/customers.js';
import { PHOTOS, type Photos } from '../../people/photos/photos.js';
import { Progress } from '../../platform/projections/progress.js';
import { CURSOR_BATCH_SIZE } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { ErasureRegister } from '../../platform/vault/erasure-register.js';
import { VaultKeys } from '../../platform/vault/person-keys.js';

/** `at` is when this attempt started (UTC). */
export type ErasureJob = Readonly<{ userId: string; at: string }>;

/** A repeated step has the same command id. */
const stepContext = ({ userId, at }: ErasureJob, stepName: string): CommandContext =>
  systemContext(`erasure.${userId} ${stepName}`, at);

/** The steps of an erasure. Each step is idempotent. */
@Injectable()
export class ErasureSteps {
  private readonly logger = new Logger('erasure');

  constructor(
    private readonly eventStore: EventStore,
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    private readonly progress: Progress,
    private readonly keyedHashes: KeyedHashes,
    private readonly vaultKeys: VaultKeys,
    @Inject(ACCOUNT_CLOSURE) private readonly accountClosure: AccountClosure,
    @Inject(PHOTOS) private readonly photoStorage: Photos,
    @Inject(CUSTOMERS) private readonly stripeCustomers: Customers,
    private readonly erasureRegister: ErasureRegister,
  ) {}

  /** @throws Error while the read models lag behind the request, because the steps search them */
  async isErasureDue(userId: string): Promise<boolean> {
    // Only the event types are read, because the key may be damaged.
    const userEvents = await this.eventStore.read(`${user.category}-${userId}`);
    const request = userEvents.findLast(({ type }) => type === 'AccountErasureRequested');
    if (!request || userEvents.some(({ type }) => type === 'AccountErased')) return false;
    const { position } = request;
    const readModelNames = [applicationList, courts, courtInvitations, guestWaivers, matches].map(
      ({ name }) => name,
    );
    if (await this.progress.waitFor(position, readModelNames)) return true;
    throw new Error('the read models are behind');
  }

  /**
   * The key is deleted last and requires the register, so nothing is removed while the register
   * cannot be written.
   */
  checkRegister(): Promise<void> {
    return this.erasureRegister.assertWritable();
  }

  /**
   * Deletes the person's key if it is damaged, because no step could read their events. Their email
   * and username are then not released, and applications without an account are not found.
   * @throws UnlistedSecret unless `isSecretLost`, because another list could open the key
   */
  async eraseDamagedKey({ userId, at }: ErasureJob, isSecretLost = false): Promise<void> {
    const key = (await this.vaultKeys.find([userId])).get(userId);
    if (!key || !('damage' in key)) return;
    await this.vaultKeys.eraseKey(userId, at, { isSecretLost });
    this.logger.warn({ erasedDamagedKey: key.id, userId, reason: key.damage });
  }

  /**
   * Deletes damaged keys of the person's applications, because nothing can be read with them.
   * @throws UnlistedSecret unless `isSecretLost`
   */
  async eraseDamagedApplicationKeys(
    { userId, at }: ErasureJob,
    isSecretLost = false,
  ): Promise<void> {
    const ownApplications = await this.applicationsOf({ userId, at });
    const keys = await this.vaultKeys.find(ownApplications.map((each) => each.applicationId));
    for (const [applicationId, key] of keys) {
      if (!key || !('damage' in key)) continue;
      await this.vaultKeys.eraseKey(applicationId, at, { accountId: userId, isSecretLost });
      this.logger.warn({ erasedDamagedKey: key.id, applicationId, reason: key.damage });
    }
  }

  /** Also ends a session that was started while the password was being removed. */
  revokeAccess({ userId }: ErasureJob): Promise<void> {
    return this.accountClosure.revokeAccess(userId);
  }

  async closeCalendar(erasureJob: ErasureJob): Promise<void> {
    const { userId, at } = erasureJob;
    await this.commandHandling.handle(
      calendarFeed,
      userId,
      { type: 'CloseCalendarFeed', data: { userId, at } },
      stepContext(erasureJob, 'calendar'),
    );
  }

  /** Also retires drafts. The texts become unreadable once the key is deleted. */
  async retireCourts(erasureJob: ErasureJob): Promise<void> {
    const { userId: hostId, at } = erasureJob;
    const hostedCourts = await this.readModels.walk(courts, (collection) =>
      collection.find({ hostId }).project<{ _id: string }>({ _id: 1 }).toArray(),
    );
    for (const { _id: courtId } of hostedCourts) {
      await this.commandHandling.handle(
        court,
        courtId,
        { type: 'Retire', data: { courtId, hostId, at } },
        stepContext(erasureJob, 'court'),
      );
      await this.photoStorage.removeFolder(`courts/${courtId}`);
    }
  }

  async withdrawApplications(erasureJob: ErasureJob): Promise<void> {
    for (const { applicationId, applicant } of await this.applicationsOf(erasureJob)) {
      await this.commandHandling.handle(
        applications,
        applicant,
        { type: 'Withdraw', data: { applicationId, at: erasureJob.at } },
        stepContext(erasureJob, `withdraws ${applicationId}`),
      );
      await this.photoStorage.removeFolder(`applications/${applicationId}`);
    }
  }

  /** In other players' matches, the place remains but loses the name. */
  async leaveMatches(erasureJob: ErasureJob): Promise<void> {
    const { userId, at } = erasureJob;
    const emailHashes = await this.emailHashesOf(userId);
    const playedMatches = await this.readModels.walk(matches, (collection) =>
      collection
        .find({ $or: [{ playerIds: userId }, { 'players.emailHash': { $in: emailHashes } }] })
        .toArray(),
    );
    for (const { matchId, players } of playedMatches)
      for (const { placeId, playerId, emailHash } of players) {
        const isOwnPlace =
          playerId === userId || (playerId === null && emailHashes.includes(emailHash ?? ''));
        if (isOwnPlace)
          await this.commandHandling.handle(
            match,
            matchId,
            { type: 'ForgetPlayer', data: { placeId, at } },
            stepContext(erasureJob, `place ${placeId}`),
          );
      }
  }

  /** Revokes invitations to the person's emails. */
  async leaveGuestLists(erasureJob: ErasureJob): Promise<void> {
    const emailHashes = await this.emailHashesOf(erasureJob.userId);
    const ownInvitations = await this.readModels.walk(courtInvitations, async (collection) => {
      const matchingInvitations = [];
      for await (const { invitations } of collection.find({}).batchSize(CURSOR_BATCH_SIZE))
        matchingInvitations.push(
          ...Object.values(invitations).filter(({ emailHash }) =>
            emailHashes.includes(emailHash ?? ''),
          ),
        );
      return matchingInvitations;
    });
    for (const { courtId, hostId, invitationId } of ownInvitations) {
      const data = { courtId, hostId, invitationId, revokedAt: erasureJob.at };
      await this.commandHandling.handle(
        courtInvitationsDecider,
        courtId,
        { type: 'RevokeInvitation', data },
        stepContext(erasureJob, `invitation ${invitationId}`),
      );
    }
  }

  removePictures({ userId }: ErasureJob): Promise<void> {
    return this.photoStorage.removeFolder(`people/${userId}`);
  }

  removeCustomer({ userId }: ErasureJob): Promise<void> {
    return this.stripeCustomers.removeCustomer(userId);
  }

  releaseNames(erasureJob: ErasureJob): Promise<void> {
    return this.accountClosure.releaseNames(erasureJob.userId, stepContext(erasureJob, 'names'));
  }

  /**
   * The person's own key must be deleted last. If it is already gone, only the vault knows their
   * applications.
   */
  async eraseKeys({ userId, at }: ErasureJob): Promise<void> {
    const ownApplications = await this.applicationsOf({ userId, at });
    const applicationIds = new Set([
      ...ownApplications.map(({ applicationId }) => applicationId),
      ...(await this.vaultKeys.idsErasedWith([userId])),
    ]);
    const contactIds = [
      ...(await this.guestEmailsOf(userId)),
      ...(await this.unsignedGuestsOf(userId)),
      ...(await this.matchEmailsOf(userId)),
    ];
    for (const id of [...applicationIds, ...contactIds])
      await this.vaultKeys.eraseKey(id, at, { accountId: userId });
    await this.vaultKeys.eraseKey(userId, at);
  }

  /** The ids of the guests' emails that the person entered. */
  private async guestEmailsOf(hostId: string): Promise<string[]> {
    const hostedCourts = await this.readModels.walk(courts, (collection) =>
      collection.find({ hostId }).project<{ _id: string }>({ _id: 1 }).toArray(),
    );
    const ids: string[] = [];
    for (const { _id: courtId } of hostedCourts)
      ids.push(
        ...Object.keys((await this.streams.load(courtInvitationsDecider, courtId)).emailsUntil),
      );
    return ids;
  }

  /** Signatures are evidence for the host, and belong to the guests. */
  private async unsignedGuestsOf(playerId: string): Promise<string[]> {
    const guestLists = await this.readModels.walk(guestWaivers, (collection) =>
      collection.find({ playerId }).project<{ _id: string }>({ _id: 1 }).toArray(),
    );
    const ids: string[] = [];
    for (const { _id: bookingId } of guestLists) {
      const { guests, keptUntil } = await this.streams.load(guestWaiverDecider, bookingId);
      ids.push(...Object.keys(keptUntil).filter((id) => guestAt(guests, id)?.signature === null));
    }
    return ids;
  }

  /** The places of the emails that the person entered for others. */
  private async matchEmailsOf(loggerId: string): Promise<string[]> {
    const loggedMatches = await this.readModels.walk(matches, (collection) =>
      collection
        .find({ playerIds: loggerId, loggerId })
        .project<{ emailsUntil: Readonly<Record<string, string>> }>({ emailsUntil: 1 })
        .toArray(),
    );
    return loggedMatches.flatMap(({ emailsUntil }) => Object.keys(emailsUntil));
  }

  async finishErasure(erasureJob: ErasureJob): Promise<void> {
    const { userId, at: erasedAt } = erasureJob;
    await this.commandHandling.handle(
      user,
      userId,
      { type: 'FinishErasure', data: { userId, erasedAt } },
      stepContext(erasureJob, 'finished'),
    );
  }

  /**
   * If the email is unverified, finds only applications that this account owns or has sent. After
   * the erasure, others may apply with the email. Applications with a damaged key appear as erased.
   */
  async applicationsOf(
    { userId, at }: ErasureJob,
    provenEmails?: ReadonlySet<string>,
  ): Promise<readonly Application[]> {
    const { emails } = await this.streams.load(accountNames, userId);
    const verifiedEmails: ReadonlySet<string> =
      provenEmails ?? (await this.verifiedEmailsOf(userId));
    // In an export, a missing one would reveal that someone else has applied with the email.
    const sentIds = provenEmails ? [] : await this.sentApplicationIdsOf(userId);
    const ownApplications = [];
    for (const email of emails)
      for (const emailHash of this.keyedHashes.hashesOfName('applicant', email))
        for (const kind of ApplicationKind.options)
          for (const application of await this.streams.load(
            applications,
            applicantOf(kind, emailHash),
          ))
            if (
              application.userId === userId ||
              (application.userId === null &&
                ((verifiedEmails.has(email) && application.appliedAt <= at) ||
                  sentIds.includes(application.applicationId)))
            )
              ownApplications.push(application);
    return ownApplications;
  }

  private async sentApplicationIdsOf(userId: string): Promise<string[]> {
    const sentApplications = await this.readModels.walk(applicationList, (collection) =>
      collection.find({ submittedBy: userId }).project<{ _id: string }>({ _id: 1 }).toArray(),
    );
    return sentApplications.map(({ _id }) => _id);
  }

  /**
   * Includes only verified emails, because anyone can register and delete an account with an
   * unverified email.
   */
  private async emailHashesOf(userId: string): Promise<string[]> {
    return [...(await this.verifiedEmailsOf(userId))].flatMap((email) => [
      ...verifiedEmailHashes(this.keyedHashes, 'email', email),
    ]);
  }

  async verifiedEmailsOf(userId: string) {
    return everVerified(
      await this.streams.load(accountNames, userId),
      await this.streams.load(emailVerification, userId),
    );
  }
}
