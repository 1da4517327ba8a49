import { Inject, Injectable } from '@nestjs/common';
import { ApplicationKind } from '../../people/applications/application.events.js';
import {
  type Application,
  applicantOf,
  applications,
} from '../../people/applications/application.js';
import { calendarFeed } from '../../booking/calendar/calendar-feed.js';
import { courtInvitations as guests } from '../../booking/courts/court-invitations.js';
import { courtInvitations } from '../../booking/courts/court-invitations.projection.js';
import { court } from '../../booking/courts/court.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { ACCOUNT_CLOSURE, type AccountClosure } from '../../platform/http/account-closure.js';
import { accountNames } from '../../people/identity/account-names.js';
import { user } from '../../people/identity/user.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, systemContext } from '../../platform/kernel/context.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { match } from '../../play/matches/match.js';
import { matches } from '../../play/matches/matches.projection.js';
import { CUSTOMERS, type Customers } from '../../people/membership/customers.js';
import { PHOTOS, type Photos } from '../../people/photos/photos.js';
import { Progress } from '../../platform/projections/progress.js';
import { WALKED_TOGETHER } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { VaultKeys } from '../../platform/vault/person-keys.js';

/** Whose account is erased, and when (UTC) this try began. */
export type Erasing = Readonly<{ userId: string; at: string }>;

/** The same command however often the step is tried. */
const contextOf = ({ userId, at }: Erasing, what: string): CommandContext =>
  systemContext(`erasure.${userId} ${what}`, at);

/** What an erasure consists of. Each step can be done again, and finds what it did before. */
@Injectable()
export class ErasureSteps {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    private readonly progress: Progress,
    private readonly hashes: KeyedHashes,
    private readonly keys: VaultKeys,
    @Inject(ACCOUNT_CLOSURE) private readonly ends: AccountClosure,
    @Inject(PHOTOS) private readonly photos: Photos,
    @Inject(CUSTOMERS) private readonly customers: Customers,
  ) {}

  /**
   * Whether an erasure was decided and is not finished.
   * @throws Error while the read models do not show all that the person did before
   */
  async isDue(userId: string): Promise<boolean> {
    if ((await this.streams.load(user, userId)).erasure !== 'requested') return false;
    const events = await this.streams.events(`${user.category}-${userId}`);
    const { position } = events.findLast(({ type }) => type === 'AccountErasureRequested')!;
    const needed = [courts, courtInvitations, matches].map(({ name }) => name);
    if (await this.progress.waitFor(position, needed)) return true;
    throw new Error('the read models are behind');
  }

  /** A session that was begun while the password went ends as well. */
  closeDoors({ userId }: Erasing): Promise<void> {
    return this.ends.revokeAccess(userId);
  }

  async closeCalendar(erasing: Erasing): Promise<void> {
    const { userId, at } = erasing;
    const command = { type: 'CloseCalendarFeed', data: { userId, at } } as const;
    await this.commands.handle(calendarFeed, userId, command, contextOf(erasing, 'calendar'));
  }

  /** Courts of theirs, drafts too, are shown to nobody; their photos are gone, and their words go with the key. */
  async retireCourts(erasing: Erasing): Promise<void> {
    const { userId: hostId, at } = erasing;
    const own = await this.readModels.walk(courts, (all) =>
      all.find({ hostId }).project({ _id: 1 }).toArray(),
    );
    for (const { _id: courtId } of own as { _id: string }[]) {
      const command = { type: 'Retire', data: { courtId, hostId, at } } as const;
      await this.commands.handle(court, courtId, command, contextOf(erasing, 'court'));
      await this.photos.removeFolder(`courts/${courtId}`);
    }
  }

  /** Nobody is to answer an application of somebody who has left. */
  async withdrawApplications(erasing: Erasing): Promise<void> {
    for (const { applicationId, applicant } of await this.applicationsOf(erasing.userId)) {
      const command = { type: 'Withdraw', data: { applicationId, at: erasing.at } } as const;
      await this.commands.handle(
        applications,
        applicant,
        command,
        contextOf(erasing, `withdraws ${applicationId}`),
      );
      await this.photos.removeFolder(`applications/${applicationId}`);
    }
  }

  /** Others have named them in their matches: the places stay, the names do not. */
  async leaveMatches(erasing: Erasing): Promise<void> {
    const { userId, at } = erasing;
    const hashes = await this.hashesOf(userId);
    const found = await this.readModels.walk(matches, (all) =>
      all
        .find({ $or: [{ playerIds: userId }, { 'players.emailHash': { $in: hashes } }] })
        .toArray(),
    );
    for (const { matchId, players } of found)
      for (const { placeId, playerId, emailHash } of players) {
        const isTheirs =
          playerId === userId || (playerId === null && hashes.includes(emailHash ?? ''));
        const command = { type: 'ForgetPlayer', data: { placeId, at } } as const;
        if (isTheirs)
          await this.commands.handle(
            match,
            matchId,
            command,
            contextOf(erasing, `place ${placeId}`),
          );
      }
  }

  /** Hosts have invited them by an e-mail that leads to nobody any more. */
  async leaveGuestLists(erasing: Erasing): Promise<void> {
    const hashes = await this.hashesOf(erasing.userId);
    const found = await this.readModels.walk(courtInvitations, async (all) => {
      const theirs = [];
      for await (const { invitations } of all.find({}).batchSize(WALKED_TOGETHER))
        theirs.push(
          ...Object.values(invitations).filter(({ emailHash }) => hashes.includes(emailHash ?? '')),
        );
      return theirs;
    });
    for (const { courtId, hostId, invitationId } of found) {
      const data = { courtId, hostId, invitationId, revokedAt: erasing.at };
      const context = contextOf(erasing, `invitation ${invitationId}`);
      await this.commands.handle(guests, courtId, { type: 'RevokeInvitation', data }, context);
    }
  }

  removePictures({ userId }: Erasing): Promise<void> {
    return this.photos.removeFolder(`people/${userId}`);
  }

  removeCustomer({ userId }: Erasing): Promise<void> {
    return this.customers.removeCustomer(userId);
  }

  releaseNames(erasing: Erasing): Promise<void> {
    return this.ends.releaseNames(erasing.userId, contextOf(erasing, 'names'));
  }

  /** The person's own key goes last of all. */
  async eraseKeys({ userId, at }: Erasing): Promise<void> {
    for (const { applicationId } of await this.applicationsOf(userId))
      await this.keys.eraseKey(applicationId, at);
    await this.keys.eraseKey(userId, at);
  }

  async finish(erasing: Erasing): Promise<void> {
    const { userId, at: erasedAt } = erasing;
    const command = { type: 'FinishErasure', data: { userId, erasedAt } } as const;
    await this.commands.handle(user, userId, command, contextOf(erasing, 'finished'));
  }

  /** Under an e-mail that nobody has shown to be theirs, only those that are known to be. */
  private async applicationsOf(userId: string): Promise<readonly Application[]> {
    const { emails, verified } = await this.streams.load(accountNames, userId);
    const found = [];
    for (const email of emails)
      for (const hash of this.hashes.hashesOfName('applicant', email))
        for (const kind of ApplicationKind.options) {
          const all = await this.streams.load(applications, applicantOf(kind, hash));
          found.push(
            ...all.filter(
              (one) => one.userId === userId || (one.userId === null && verified.has(email)),
            ),
          );
        }
    return found;
  }

  private async hashesOf(userId: string): Promise<string[]> {
    const { emails } = await this.streams.load(accountNames, userId);
    return [...emails].flatMap((email) => [...this.hashes.hashesOfName('email', email)]);
  }
}
