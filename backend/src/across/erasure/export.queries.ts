import { type AccountExport, MOST_EXPORTED } from '@courtly/contracts/erasure';
import { Inject, Injectable } from '@nestjs/common';
import { applications } from '../../people/applications/applications.projection.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { CONFIG, type Config } from '../../config.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { favourites } from '../../booking/courts/favourites.js';
import { providerAccounts } from '../../people/identity/provider-accounts.js';
import { secondFactor } from '../../people/identity/second-factor.js';
import { person } from '../../people/identity/person.js';
import { Clock } from '../../platform/kernel/clock.js';
import type { Message } from '../../platform/kernel/decider.js';
import { Streams } from '../../platform/kernel/streams.js';
import { matches } from '../../play/matches/matches.projection.js';
import { membership } from '../../people/membership/membership.js';
import { membershipView } from '../../people/membership/membership-view.js';
import { conversations } from '../../booking/messages/conversations.projection.js';
import { notifications } from '../notifications/notifications.projection.js';
import type { ReadModel, ReadModelCollection } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { reviews } from '../../booking/reviews/reviews.projection.js';
import { payments } from '../../money/settlement/payments.projection.js';
import {
  toHistory,
  toHostedItem,
  toExportList,
  toMatchItem,
  toMessageItems,
  toExportValue,
  toReviewItems,
} from './export-view.js';

const exportNote =
  `This is the data that Courtly stores about you and shows to others. Each list contains up to ${MOST_EXPORTED} of the latest entries; ` +
  '"isComplete" shows whether that is all of them. Stripe stores your card numbers. We never see them.';

type ExportItem = Record<string, unknown>;

@Injectable()
export class ExportQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async exportOf(userId: string): Promise<AccountExport> {
    const exportedAt = this.clock.instant();
    const playedBookings = await this.newestDocuments(
      bookings,
      { playerId: userId },
      { startTime: -1, _id: -1 },
    );
    const hostedBookings = await this.newestDocuments(
      bookings,
      { hostId: userId },
      { startTime: -1, _id: -1 },
    );
    const [accountState, existingMembership, accountEvents, favouriteCourts] = await Promise.all([
      this.streams.load(person, userId),
      this.streams.load(membership, userId),
      this.historyOf(userId),
      this.streams.load(favourites, userId),
    ]);
    const secondFactors = await this.streams.load(secondFactor, userId);
    const linkedAccounts = await this.streams.load(providerAccounts, userId);
    const playedBookingsFilter = { _id: { $in: playedBookings.map(({ _id }) => _id) } };
    const allBookings = [...playedBookings, ...hostedBookings];
    const allBookingsFilter = { _id: { $in: allBookings.map(({ _id }) => _id) } };
    return {
      exportedAt,
      note: exportNote,
      account: toExportValue(accountState) as ExportItem,
      membership: membershipView(existingMembership, this.config.policy.elite, exportedAt),
      history: toHistory(accountEvents),
      secondFactors: toExportList(secondFactors.factors.toReversed()),
      linkedAccounts: toExportList(linkedAccounts.toReversed()),
      bookings: toExportList(playedBookings),
      payments: toExportList(
        await this.newestDocuments(payments, playedBookingsFilter, { _id: -1 }),
      ),
      courts: toExportList(await this.newestDocuments(courts, { hostId: userId }, { _id: -1 })),
      hosting: toExportList(hostedBookings, toHostedItem),
      matches: toExportList(
        await this.newestDocuments(matches, { playerIds: userId }, { playedAt: -1, _id: -1 }),
        toMatchItem(userId),
      ),
      reviews: toExportList(
        toReviewItems(await this.newestDocuments(reviews, allBookingsFilter, { _id: -1 }), userId),
      ),
      messages: toExportList(
        toMessageItems(
          await this.newestDocuments(conversations, allBookingsFilter, { _id: -1 }),
          allBookings,
          userId,
        ),
      ),
      notices: toExportList(
        await this.newestDocuments(notifications, { personId: userId }, { at: -1, _id: -1 }),
      ),
      favourites: toExportList(favouriteCourts.courtIds.map((courtId) => ({ courtId }))),
      applications: toExportList(await this.newestDocuments(applications, { userId }, { _id: -1 })),
    };
  }

  private async historyOf(userId: string) {
    const accountEvents = await this.streams.events(`user-${userId}`);
    const verifications = await this.streams.events(`emailVerification-${userId}`);
    return [...accountEvents, ...verifications].sort((first, second) =>
      first.position.localeCompare(second.position),
    );
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
