import {
  type AccountExport,
  ExportedAcceptance,
  ExportedChallenge,
  ExportedCourt,
  ExportedLinkedAccount,
  ExportedNotice,
  ExportedPayout,
  ExportedPayoutAccount,
  ExportedPayoutHold,
  ExportedSecondFactor,
  ExportedStatementLine,
  MOST_EXPORTED,
} from '@courtly/contracts/account-export';
import { Inject, Injectable } from '@nestjs/common';
import { visibleToHost } from '../../booking/bookings/booking-lists.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { playerRecords } from '../../booking/bookings/player-records.projection.js';
import { courtDays } from '../../booking/bookings/court-days.projection.js';
import {
  calendarFeed,
  passwordChangedAt,
  workingAddress,
} from '../../booking/calendar/calendar-feed.js';
import { cityDemand } from '../../booking/cities/city-demand.projection.js';
import type { CityWishEvent } from '../../booking/cities/city-wish.events.js';
import { cityWish } from '../../booking/cities/city-wish.js';
import { courtInvitations } from '../../booking/courts/court-invitations.projection.js';
import { guestWaivers } from '../../booking/guest-waivers/guest-waivers.projection.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { favourites } from '../../booking/courts/favourites.js';
import { rankingReview } from '../../play/rankings/ranking-review.js';
import type { RankingReviewEvent } from '../../play/rankings/rankings.events.js';
import { TableStore } from '../../play/rankings/table-store.service.js';
import { strikes } from '../../booking/conduct/strikes.projection.js';
import { incidents } from '../incidents/incidents.projection.js';
import { conversations } from '../../booking/messages/conversations.projection.js';
import { reviews } from '../../booking/reviews/reviews.projection.js';
import { CONFIG, type Config } from '../../config.js';
import { statementLines } from '../../money/hosting/statement-lines.projection.js';
import { payoutAccounts } from '../../money/payouts/payout-accounts.projection.js';
import { payoutHolds } from '../../money/payouts/payout-holds.projection.js';
import { payouts } from '../../money/payouts/payouts.projection.js';
import { payments } from '../../money/settlement/payments.projection.js';
import { applications } from '../../people/applications/applications.projection.js';
import { blocks } from '../../people/blocks/blocks.js';
import { BlockedNames } from '../blocks/blocked-names.service.js';
import { verifiedEmailOf } from '../../people/identity/account-email.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { visibleFields, visibleNames } from '../../people/identity/page-privacy.js';
import { people } from '../../people/identity/people.projection.js';
import { type Person, fullName, person } from '../../people/identity/person.js';
import { providerAccounts } from '../../people/identity/provider-accounts.js';
import { secondFactor } from '../../people/identity/second-factor.js';
import { SessionQueries } from '../../people/identity/sessions/sessions.queries.js';
import { memberReceipts, receiptsOf } from '../../people/membership/member-receipts.js';
import { membershipView } from '../../people/membership/membership-view.js';
import { membership } from '../../people/membership/membership.js';
import { AcceptedPapers } from '../../people/papers/accepted-papers.service.js';
import { Clock } from '../../platform/kernel/clock.js';
import type { Message } from '../../platform/kernel/decider.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { ReadModel, ReadModelCollection } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { achievements } from '../../play/achievements/achievements.projection.js';
import { challenge } from '../../play/matches/challenge.js';
import { matches } from '../../play/matches/matches.projection.js';
import { follows } from '../../play/rankings/follows.projection.js';
import { audit } from '../audit/audit.projection.js';
import { notificationPreferences } from '../notifications/notification-preferences.js';
import { notifications } from '../notifications/notifications.projection.js';
import { ErasureSteps } from './erasure-steps.service.js';
import {
  toAccountItem,
  toApplicationItem,
  toBookingItem,
  toChangeItem,
  toClosureItems,
  toExportList,
  toExported,
  toHostedItem,
  toIncidentItem,
  toGuestItems,
  toInvitationItems,
  toMatchItem,
  toMessageItems,
  toPaymentItem,
  toRankingReviewItems,
  toRatingItems,
  toRatingReceiptItem,
  toReportItems,
  toReviewItems,
} from './export-view.js';

const exportNote =
  `This is the data that Courtly stores about you and shows to others. Each list contains up to ${MOST_EXPORTED} of the latest entries; ` +
  '"isComplete" shows whether that is all of them. Stripe stores your card numbers. We never see them.';

const unverifiedNote =
  'Your email is not verified. To include applications and city requests that were sent with it, verify it and download your data again.';

/** How many streams are read simultaneously. */
const STREAMS_AT_ONCE = 50;

const latestFirst = { at: -1, position: -1 } as const;
const latestStart = { startTime: -1, _id: -1 } as const;

type Part<Lists extends keyof AccountExport> = Promise<Pick<AccountExport, Lists>>;

@Injectable()
export class ExportQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly clock: Clock,
    private readonly keyedHashes: KeyedHashes,
    private readonly sessionQueries: SessionQueries,
    private readonly erasureSteps: ErasureSteps,
    private readonly blockedNames: BlockedNames,
    private readonly acceptedPapers: AcceptedPapers,
    private readonly tableStore: TableStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async exportOf(userId: string): Promise<AccountExport> {
    const exportedAt = this.clock.instant();
    const account = await this.accountPart(userId, exportedAt);
    const activity = await this.activityPart(userId, exportedAt);
    const hosted = await this.hostPart(userId);
    const note = account.account.isEmailProven ? exportNote : `${exportNote} ${unverifiedNote}`;
    return { exportedAt, note, ...account, ...hosted, ...activity };
  }

  private async accountPart(
    userId: string,
    exportedAt: string,
  ): Part<
    | 'account'
    | 'membership'
    | 'membershipPayments'
    | 'history'
    | 'secondFactors'
    | 'linkedAccounts'
    | 'sessions'
    | 'adminReads'
    | 'emails'
    | 'calendar'
    | 'isHiddenFromRankings'
    | 'rankingReviews'
    | 'acceptances'
  > {
    const [
      account,
      verifications,
      existingMembership,
      memberPayments,
      secondFactors,
      linked,
      feed,
      passwordChange,
      preferences,
    ] = await Promise.all([
      this.streams.load(person, userId),
      this.streams.load(emailVerification, userId),
      this.streams.load(membership, userId),
      this.streams.load(memberReceipts, userId),
      this.streams.load(secondFactor, userId),
      this.streams.load(providerAccounts, userId),
      this.streams.load(calendarFeed, userId),
      this.streams.load(passwordChangedAt, userId),
      this.streams.load(notificationPreferences, userId),
    ]);
    const receiptNames = { seller: this.config.RECEIPT_SELLER, member: fullName(account!) };
    return {
      account: toAccountItem(account!, verifications),
      membership: membershipView(existingMembership, this.config.policy.elite, exportedAt),
      membershipPayments: toExportList(receiptsOf(memberPayments, receiptNames)),
      history: toExportList((await this.historyOf(userId)).map(toChangeItem)),
      secondFactors: toExportList(
        secondFactors.factors
          .toReversed()
          .map((factor) => toExported(ExportedSecondFactor, factor)),
      ),
      linkedAccounts: toExportList(
        linked.toReversed().map((account) => toExported(ExportedLinkedAccount, account)),
      ),
      sessions: toExportList(await this.sessionQueries.sessionsOf(userId, '')),
      adminReads: toExportList(
        await this.auditEntries({ people: userId, type: 'PersonalDataRead' }),
      ),
      emails: preferences.mail,
      calendar: workingAddress(feed, passwordChange),
      isHiddenFromRankings: (await this.streams.load(rankingReview, userId)).isHidden,
      rankingReviews: toExportList(await this.rankingReviewsOf(userId)),
      acceptances: toExportList(
        (await this.acceptedPapers.of(userId)).map((paper) =>
          toExported(ExportedAcceptance, paper),
        ),
      ),
    };
  }

  private async hostPart(
    userId: string,
  ): Part<
    | 'courts'
    | 'closures'
    | 'invitations'
    | 'payouts'
    | 'statement'
    | 'payoutHolds'
    | 'payoutAccount'
  > {
    const ownHost = { hostId: userId };
    const ownCourts = await this.newestDocuments(courts, ownHost, { listedAt: -1, _id: -1 });
    const courtIds = ownCourts.map(({ _id }) => _id);
    const invitations = await this.newestDocuments(
      courtInvitations,
      { _id: { $in: courtIds } },
      { _id: -1 },
    );
    const closures = [];
    for (const courtId of courtIds)
      closures.push(
        ...(await this.newestDocuments(
          courtDays,
          { _id: { $gte: `${courtId}_`, $lt: `${courtId}_~` }, 'closed.0': { $exists: true } },
          { _id: -1 },
        )),
      );
    const holds = await this.newestDocuments(payoutHolds, ownHost, { _id: -1 });
    const account = await this.readModels.read(payoutAccounts, (collection) =>
      collection.findOne({ _id: userId }),
    );
    return {
      courts: toExportList(ownCourts.map((court) => toExported(ExportedCourt, court))),
      closures: toExportList(
        closures
          .flatMap(toClosureItems)
          .sort((first, second) => second.startTime.localeCompare(first.startTime)),
      ),
      invitations: toExportList(
        invitations
          .flatMap(toInvitationItems)
          .sort((first, second) => second.invitedAt.localeCompare(first.invitedAt)),
      ),
      payouts: toExportList(
        (await this.newestDocuments(payouts, ownHost, latestStart)).map((payout) =>
          toExported(ExportedPayout, payout),
        ),
      ),
      statement: toExportList(
        (await this.newestDocuments(statementLines, ownHost, latestFirst)).map((line) =>
          toExported(ExportedStatementLine, line),
        ),
      ),
      payoutHolds: toExportList(
        holds
          .map((hold) => toExported(ExportedPayoutHold, hold))
          .sort((first, second) => second.heldAt.localeCompare(first.heldAt)),
      ),
      payoutAccount: account && toExported(ExportedPayoutAccount, account),
    };
  }

  private async activityPart(
    userId: string,
    exportedAt: string,
  ): Part<
    | 'record'
    | 'bookings'
    | 'guests'
    | 'hosting'
    | 'payments'
    | 'challenges'
    | 'matches'
    | 'ratings'
    | 'ratingReceipts'
    | 'reviews'
    | 'reports'
    | 'incidents'
    | 'strikes'
    | 'messages'
    | 'notices'
    | 'favourites'
    | 'acceptedInvitations'
    | 'achievements'
    | 'follows'
    | 'blocks'
    | 'cityRequests'
    | 'applications'
  > {
    const playedBookings = await this.newestDocuments(bookings, { playerId: userId }, latestStart);
    const hostedBookings = await this.newestDocuments(
      bookings,
      { hostId: userId, ...visibleToHost },
      latestStart,
    );
    const playedIds = { _id: { $in: playedBookings.map(({ _id }) => _id) } };
    const allBookings = [...playedBookings, ...hostedBookings];
    const allIds = { _id: { $in: allBookings.map(({ _id }) => _id) } };
    const paymentDocuments = await this.newestDocuments(payments, playedIds, { _id: -1 });
    const matchDocuments = await this.newestDocuments(
      matches,
      { playerIds: userId },
      { playedAt: -1, _id: -1 },
    );
    const reviewDocuments = await this.newestDocuments(reviews, allIds, { _id: -1 });
    const conversationDocuments = await this.newestDocuments(conversations, allIds, { _id: -1 });
    const noticeDocuments = await this.newestDocuments(
      notifications,
      { personId: userId },
      { at: -1, _id: -1 },
    );
    const favouriteCourts = await this.streams.load(favourites, userId);
    const currentEmail = await this.currentEmailOf(userId);
    const record = await this.readModels.read(playerRecords, (collection) =>
      collection.findOne({ _id: userId }),
    );
    return {
      record,
      bookings: toExportList(playedBookings.map(toBookingItem)),
      guests: toExportList(
        (await this.newestDocuments(guestWaivers, { playerId: userId }, { _id: -1 }))
          .flatMap(toGuestItems)
          .sort((first, second) => second.addedAt.localeCompare(first.addedAt)),
      ),
      hosting: toExportList(hostedBookings.map(toHostedItem)),
      payments: toExportList(paymentDocuments.map(toPaymentItem)),
      challenges: toExportList(await this.challengesBy(userId)),
      matches: toExportList(matchDocuments.map(toMatchItem(userId))),
      ...(await this.ratingsOf(userId)),
      reviews: toExportList(reviewDocuments.flatMap(toReviewItems(userId))),
      reports: toExportList(await this.reportsBy(userId)),
      incidents: toExportList(
        (await this.newestDocuments(incidents, { bookingId: allIds._id }, { _id: -1 })).map(
          toIncidentItem,
        ),
      ),
      strikes: toExportList(await this.strikesOf(userId)),
      messages: toExportList(toMessageItems(conversationDocuments, allBookings, userId)),
      notices: toExportList(noticeDocuments.map((notice) => toExported(ExportedNotice, notice))),
      favourites: toExportList(favouriteCourts.courtIds.map((courtId) => ({ courtId }))),
      acceptedInvitations: toExportList(await this.invitationsAcceptedBy(userId)),
      achievements: toExportList(await this.achievementsOf(userId)),
      follows: toExportList(await this.followsOf(userId)),
      blocks: toExportList(await this.blocksOf(userId)),
      cityRequests: toExportList(await this.cityRequestsOf(currentEmail)),
      applications: toExportList(await this.applicationsOf(userId, exportedAt, currentEmail)),
    };
  }

  private async rankingReviewsOf(userId: string) {
    const reviewEvents = await this.streams.events(`${rankingReview.category}-${userId}`);
    return reviewEvents
      .toReversed()
      .flatMap((event) => toRankingReviewItems(event as unknown as RankingReviewEvent));
  }

  private async ratingsOf(userId: string): Part<'ratings' | 'ratingReceipts'> {
    const found = await this.tableStore.find(async (_, tableRows, ratingReceipts) => {
      const rows = await tableRows.find({ playerId: userId }).sort({ _id: 1 }).toArray();
      const epochs = rows.map(({ sport, receipts: epoch }) => ({ sport, epoch }));
      const receipts =
        epochs.length === 0
          ? []
          : await ratingReceipts
              .find({ playerId: userId, $or: epochs })
              .sort({ playedAt: -1, logged: -1 })
              .limit(MOST_EXPORTED + 1)
              .toArray();
      return { rows, receipts };
    });
    return {
      ratings: toExportList(found?.rows.flatMap(toRatingItems) ?? []),
      ratingReceipts: toExportList(found?.receipts.map(toRatingReceiptItem) ?? []),
    };
  }

  private async strikesOf(userId: string): Promise<AccountExport['strikes']['items']> {
    const document = await this.readModels.read(strikes, (collection) =>
      collection.findOne({ _id: userId }),
    );
    return (document?.strikes ?? []).map(({ bookingId, at, until }) => ({ bookingId, at, until }));
  }

  /** The events of the account and its email verifications, newest first. */
  private async historyOf(userId: string) {
    const accountEvents = await this.streams.events(`user-${userId}`);
    const verifications = await this.streams.events(`emailVerification-${userId}`);
    return [...accountEvents, ...verifications].sort((first, second) =>
      second.position.localeCompare(first.position),
    );
  }

  private async reportsBy(userId: string) {
    const entries = await this.auditEntries({
      actorId: userId,
      type: { $in: ['ReviewReported', 'MessageReported'] },
    });
    const reports = [];
    for (const stream of new Set(entries.map((entry) => entry.stream)))
      reports.push(...toReportItems(userId, await this.streams.events(stream)));
    return reports.sort((first, second) => second.at.localeCompare(first.at));
  }

  private async challengesBy(userId: string) {
    const entries = await this.auditEntries({ actorId: userId, type: 'PlayerChallenged' });
    const challenges = await Promise.all(
      entries.flatMap(({ bookingId }) =>
        bookingId === null ? [] : [this.streams.load(challenge, bookingId)],
      ),
    );
    const opponentNames = await this.namesOf(
      challenges.flatMap((each) => (each ? [each.opponentId] : [])),
    );
    return challenges.flatMap((each) =>
      each
        ? [toExported(ExportedChallenge, { ...each, opponent: opponentNames(each.opponentId) })]
        : [],
    );
  }

  private async invitationsAcceptedBy(userId: string) {
    const entries = await this.auditEntries({ actorId: userId, type: 'InvitationAccepted' });
    return entries.flatMap(({ courtId, at }) => (courtId === null ? [] : [{ courtId, at }]));
  }

  /** Latest first; achievements that are not earned yet come last. */
  private async achievementsOf(userId: string) {
    const achievementsDocument = await this.readModels.read(achievements, (collection) =>
      collection.findOne({ _id: userId }),
    );
    return Object.entries(achievementsDocument?.progress ?? {})
      .map(([id, { reached, earned }]) => ({ id, reached, earnedAt: earned?.at ?? null }))
      .sort((first, second) => (second.earnedAt ?? '').localeCompare(first.earnedAt ?? ''));
  }

  private async followsOf(userId: string) {
    const followsDocument = await this.readModels.read(follows, (collection) =>
      collection.findOne({ _id: userId }),
    );
    const playerIds = followsDocument?.playerIds ?? [];
    const playerNames = await this.namesOf(playerIds);
    return playerIds.map((playerId) => ({ name: playerNames(playerId) })).toReversed();
  }

  private async blocksOf(userId: string) {
    const { blocked } = await this.streams.load(blocks, userId);
    const names = await this.blockedNames.namesFor(
      userId,
      blocked.map(({ blockedId }) => blockedId),
    );
    return blocked.map(({ blockedId, blockedAt }) => ({ name: names.get(blockedId)!, blockedAt }));
  }

  private async namesOf(userIds: readonly string[]) {
    const found = await this.readModels.read(people, (collection) =>
      collection.find({ _id: { $in: [...userIds] } }).toArray(),
    );
    const namesById = new Map(
      found.map((each: Person) => {
        const names = visibleNames(each, visibleFields(each, 'stranger'));
        return [each.userId, fullName(names) || 'A private player'];
      }),
    );
    return (userId: string) => namesById.get(userId) ?? 'Former member';
  }

  /** Requests are stored under a hash of the email, so every city must be tried. */
  private async cityRequestsOf(currentEmail: ReadonlySet<string>) {
    const emails = [...currentEmail];
    const cities = await this.readModels.read(cityDemand, (collection) =>
      collection
        .find({})
        .sort({ requests: -1, _id: 1 })
        .limit(MOST_EXPORTED + 1)
        .project<{ _id: string }>({ _id: 1 })
        .toArray(),
    );
    const wishIds = cities.flatMap(({ _id: slug }) =>
      emails.flatMap((email) => this.keyedHashes.hashesOfName('cityRequest', `${email} ${slug}`)),
    );
    const requests = [];
    for (let first = 0; first < wishIds.length; first += STREAMS_AT_ONCE) {
      const streamEvents = await Promise.all(
        wishIds
          .slice(first, first + STREAMS_AT_ONCE)
          .map((id) => this.streams.events(`${cityWish.category}-${id}`)),
      );
      requests.push(
        ...streamEvents.flat().map(({ data }) => {
          const { city, requestedAt } = data as CityWishEvent['data'];
          return { city, requestedAt };
        }),
      );
    }
    return requests.sort((first, second) => second.requestedAt.localeCompare(first.requestedAt));
  }

  /**
   * The verified email, if any. Earlier ones can belong to someone else today, whose applications
   * and requests are not this person's.
   */
  private async currentEmailOf(userId: string): Promise<ReadonlySet<string>> {
    const account = await this.streams.load(person, userId);
    const email = verifiedEmailOf(account, await this.streams.load(emailVerification, userId));
    return new Set(email ? [email] : []);
  }

  /** Includes applications that were sent without the account. */
  private async applicationsOf(userId: string, at: string, currentEmail: ReadonlySet<string>) {
    const sentByEmail = await this.erasureSteps.applicationsOf({ userId, at }, currentEmail);
    const sentByAccount = await this.newestDocuments(applications, { userId }, { _id: -1 });
    const byId = new Map(
      [...sentByAccount, ...sentByEmail].map((each) => [each.applicationId, each]),
    );
    return [...byId.values()]
      .sort((first, second) => second.appliedAt.localeCompare(first.appliedAt))
      .map(toApplicationItem);
  }

  private auditEntries(filter: object) {
    return this.newestDocuments(audit, filter, latestFirst);
  }

  /** Reads one more than the limit to detect incomplete lists. */
  private newestDocuments<D extends object, E extends Message>(
    readModel: ReadModel<D, E>,
    filter: object,
    sortOrder: Record<string, 1 | -1>,
  ) {
    return this.readModels.read(readModel, (collection: ReadModelCollection<D>) =>
      collection
        .find(filter as never)
        .sort(sortOrder)
        .limit(MOST_EXPORTED + 1)
        .toArray(),
    );
  }
}
