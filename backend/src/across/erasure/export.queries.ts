import { type AccountExport, MOST_EXPORTED } from '@courtly/contracts/erasure';
import { Inject, Injectable } from '@nestjs/common';
import { applications } from '../../people/applications/applications.projection.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { CONFIG, type Config } from '../../config.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { favourites } from '../../booking/courts/favourites.js';
import { person } from '../../people/identity/person.js';
import { Clock } from '../../platform/kernel/clock.js';
import type { Message } from '../../platform/kernel/decider.js';
import { Streams } from '../../platform/kernel/streams.js';
import { matches } from '../../play/matches/matches.projection.js';
import { membership } from '../../people/membership/membership.js';
import { membershipView } from '../../people/membership/membership-view.js';
import { conversations } from '../../booking/messages/conversations.projection.js';
import { notices } from '../notifications/notifications.projection.js';
import type { ReadModel, ReadModelCollection } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { reviews } from '../../booking/reviews/reviews.projection.js';
import { payments } from '../../money/settlement/payments.projection.js';
import {
  historyOf,
  hostedItem,
  listOf,
  matchItem,
  messageItems,
  plain,
  reviewItems,
} from './export-view.js';

const note =
  `This is what Courtly keeps of you and shows of you to others. Of each list it holds the ${MOST_EXPORTED} newest; ` +
  '"isComplete" says whether these are all. Card numbers are with Stripe and never reach us.';

type Item = Record<string, unknown>;

/** Everything that Courtly has of a person, for that person. */
@Injectable()
export class ExportQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async of(userId: string): Promise<AccountExport> {
    const at = this.clock.instant();
    const played = await this.newest(bookings, { playerId: userId }, { startTime: -1, _id: -1 });
    const hosted = await this.newest(bookings, { hostId: userId }, { startTime: -1, _id: -1 });
    const [account, known, events, kept] = await Promise.all([
      this.streams.load(person, userId),
      this.streams.load(membership, userId),
      this.streams.events(`user-${userId}`),
      this.streams.load(favourites, userId),
    ]);
    const ofBookings = { _id: { $in: played.map(({ _id }) => _id) } };
    const both = [...played, ...hosted];
    const ofBoth = { _id: { $in: both.map(({ _id }) => _id) } };
    return {
      exportedAt: at,
      note,
      account: plain(account) as Item,
      membership: membershipView(known, this.config.policy.elite, at),
      history: historyOf(events),
      bookings: listOf(played),
      payments: listOf(await this.newest(payments, ofBookings, { _id: -1 })),
      courts: listOf(await this.newest(courts, { hostId: userId }, { _id: -1 })),
      hosting: listOf(hosted, hostedItem),
      matches: listOf(
        await this.newest(matches, { playerIds: userId }, { playedAt: -1, _id: -1 }),
        matchItem(userId),
      ),
      reviews: listOf(reviewItems(await this.newest(reviews, ofBoth, { _id: -1 }), userId)),
      messages: listOf(
        messageItems(await this.newest(conversations, ofBoth, { _id: -1 }), both, userId),
      ),
      notices: listOf(await this.newest(notices, { personId: userId }, { at: -1, _id: -1 })),
      favourites: listOf(kept.courtIds.map((courtId) => ({ courtId }))),
      applications: listOf(await this.newest(applications, { userId }, { _id: -1 })),
    };
  }

  /** One more than is shown, so that the list can say whether there are more. */
  private newest<D extends object, E extends Message>(
    readModel: ReadModel<D, E>,
    filter: object,
    order: Record<string, 1 | -1>,
  ) {
    return this.readModels.read(readModel, (all: ReadModelCollection<D>) =>
      all
        .find(filter as never)
        .sort(order)
        .limit(MOST_EXPORTED + 1)
        .toArray(),
    );
  }
}
