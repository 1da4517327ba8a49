import { toAmount } from '@courtly/contracts/amount';
import {
  AccountNotificationType,
  CourtNotificationType,
  MatchNotificationType,
  ReportNotificationType,
  type NotificationItem as NotificationView,
  type NotificationPreferences,
} from '@courtly/contracts/notifications';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { courts } from '../../booking/courts/courts.projection.js';
import {
  type CountedPage,
  type PageRequest,
  decodeCursor,
  cutPage,
} from '../../platform/http/paging.js';
import { people } from '../../people/identity/people.projection.js';
import { Clock } from '../../platform/kernel/clock.js';
import { offsetsAround } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { StoredDocument } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import {
  MAX_LISTED,
  type NotificationReadState,
  NotificationCursor,
  listedNotifications,
  newestFirst,
  unreadCount,
} from './notification-list.js';
import { notificationPreferences } from './notification-preferences.js';
import type { Notification } from './notification.js';
import { notifications } from './notifications.projection.js';

type PersonName = Readonly<{ firstName: string; lastName: string }>;

/** The response contract decides which of the other fields are sent. */
const notificationView = (
  notification: StoredDocument<Notification>,
  courtName: string,
  shownPlayer: PersonName | null,
): NotificationView => ({
  ...notification,
  id: notification._id,
  zoneOffsets: offsetsAround(notification.zone, [
    notification.startTime,
    notification.endTime,
    notification.answerBy ?? notification.at,
    notification.at,
  ]),
  amount:
    notification.amountCents === null
      ? null
      : toAmount(notification.amountCents, notification.currency),
  court: { id: notification.courtId, name: courtName },
  player: shownPlayer,
});

/** Notifications for hosts in which no player is involved. */
const withoutPlayer: readonly string[] = [
  ...CourtNotificationType.options,
  ...AccountNotificationType.options,
  ...ReportNotificationType.options,
];

/** Hosts see who the player is. Players see who logged a match or wrote a message. */
const includesPlayer = ({ side, type }: Notification): boolean =>
  type === 'message_received' ||
  (side === 'host' && !withoutPlayer.includes(type)) ||
  (MatchNotificationType.options as readonly string[]).includes(type);

const formerMember: PersonName = { firstName: 'Former', lastName: 'member' };

/** Players see only the first names of hosts. */
const visibleName = (
  { side, type }: Notification,
  { firstName, lastName }: PersonName,
): PersonName => ({
  firstName,
  lastName: type === 'message_received' && side === 'player' ? '' : lastName,
});

/** A user's notifications and email preferences. */
@Injectable()
export class NotificationQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async notificationPage(
    userId: string,
    { cursor, limit }: PageRequest,
  ): Promise<CountedPage<NotificationView>> {
    const listCursor = decodeCursor(NotificationCursor, cursor);
    const shownCount = listCursor?.shown ?? 0;
    const pageLimit = Math.min(limit, Math.max(0, MAX_LISTED - shownCount));
    const currentTime = this.clock.instant();
    const { reviewDays } = this.config.policy;
    const { items, next, total } = await this.readModels.read(notifications, async (collection) => {
      const sortedNotifications = collection
        .find(listedNotifications(userId, currentTime, reviewDays, listCursor))
        .sort(newestFirst);
      const [pageNotifications, totalCount] = await Promise.all([
        pageLimit === 0 ? [] : sortedNotifications.limit(pageLimit + 1).toArray(),
        listCursor
          ? null
          : collection.countDocuments(listedNotifications(userId, currentTime, reviewDays), {
              limit: MAX_LISTED,
            }),
      ]);
      const cursorAfter = ({ at, _id }: StoredDocument<Notification>) => ({
        at,
        id: _id,
        shown: shownCount + pageLimit,
      });
      return { ...cutPage(pageNotifications, pageLimit, cursorAfter), total: totalCount };
    });
    return {
      items: await this.notificationViews(items),
      next: shownCount + pageLimit < MAX_LISTED ? next : null,
      total,
    };
  }

  async countUnread(userId: string): Promise<number> {
    return unreadCount(await this.listReadStates(userId));
  }

  /** The complete list, newest first. */
  listReadStates(userId: string): Promise<NotificationReadState[]> {
    const listFilter = listedNotifications(
      userId,
      this.clock.instant(),
      this.config.policy.reviewDays,
    );
    return this.readModels.read(notifications, (collection) =>
      collection
        .find(listFilter)
        .sort(newestFirst)
        .limit(MAX_LISTED)
        .project<NotificationReadState>({ read: 1 })
        .toArray(),
    );
  }

  async preferences(userId: string): Promise<NotificationPreferences> {
    const { mail } = await this.streams.cachedOrStale(notificationPreferences, userId);
    return { mail };
  }

  private async notificationViews(
    pageNotifications: readonly StoredDocument<Notification>[],
  ): Promise<NotificationView[]> {
    if (pageNotifications.length === 0) return [];
    const shownPlayerIds = pageNotifications.flatMap((notification) =>
      includesPlayer(notification) ? [notification.playerId] : [],
    );
    const [namedCourts, namedPeople] = await Promise.all([
      this.readModels.read(courts, (collection) =>
        collection.find(withIdsIn(pageNotifications.map(({ courtId }) => courtId))).toArray(),
      ),
      this.readModels.read(people, (collection) =>
        collection.find(withIdsIn(shownPlayerIds)).toArray(),
      ),
    ]);
    const courtNames = new Map(namedCourts.map(({ courtId, name }) => [courtId, name]));
    const namesById = new Map(
      namedPeople.map(({ userId, firstName, lastName }) => [userId, { firstName, lastName }]),
    );
    return pageNotifications.map((notification) => {
      const playerName = includesPlayer(notification)
        ? (namesById.get(notification.playerId) ?? formerMember)
        : null;
      const courtName = courtNames.get(notification.courtId) ?? 'New court';
      return notificationView(
        notification,
        courtName,
        playerName && visibleName(notification, playerName),
      );
    });
  }
}

const withIdsIn = (documentIds: readonly string[]) => ({ _id: { $in: [...new Set(documentIds)] } });
