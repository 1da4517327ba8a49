import {
  CourtNotificationType,
  MatchNotificationType,
  type NotificationItem as View,
  type NotificationPreferences,
} from '@courtly/contracts/notifications';
import { toMoney } from '@courtly/contracts/wire';
import { Injectable } from '@nestjs/common';
import { courts } from '../../booking/courts/courts.projection.js';
import {
  type CountedPage,
  type PageRequest,
  decodeCursor,
  cutPage,
} from '../../platform/http/paging.js';
import { people } from '../../people/identity/people.projection.js';
import { Clock } from '../../platform/kernel/clock.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { StoredDocument } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import {
  MOST_LISTED,
  type Marked,
  PlaceInNotices,
  listed,
  newestFirst,
  unreadIn,
} from './notification-list.js';
import { noticePreferences } from './notification-preferences.js';
import { type Notice, notices } from './notifications.projection.js';

type Names = Readonly<{ firstName: string; lastName: string }>;

const viewOf = (notice: StoredDocument<Notice>, court: string, player: Names | null): View => {
  const {
    _id,
    type,
    side,
    at,
    read,
    bookingId,
    startTime,
    endTime,
    zone,
    answerBy,
    declineReason,
    courtId,
  } = notice;
  const { amountCents, stripeId, reason } = notice;
  return {
    id: _id,
    type,
    side,
    at,
    read,
    bookingId,
    startTime,
    endTime,
    zone,
    answerBy,
    declineReason,
    amount: amountCents === null ? null : toMoney(amountCents),
    stripeId,
    court: { id: courtId, name: court },
    player,
    ...(reason !== undefined && { reason }),
  };
};

/** A host is told who the player is, and whoever played a match or got a message who it comes from. */
const namesPlayer = ({ side, type }: Notice): boolean =>
  type === 'message_received' ||
  (side === 'host' && !CourtNotificationType.options.some((one) => one === type)) ||
  (MatchNotificationType.options as readonly string[]).includes(type);

const stranger: Names = { firstName: 'Former', lastName: 'member' };

/** Players know hosts by their first names alone. */
const asKnownTo = ({ side, type }: Notice, { firstName, lastName }: Names): Names => ({
  firstName,
  lastName: type === 'message_received' && side === 'player' ? '' : lastName,
});

/** What a person is told, and how they want to be told. */
@Injectable()
export class NoticeQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly clock: Clock,
  ) {}

  async page(personId: string, { cursor, limit }: PageRequest): Promise<CountedPage<View>> {
    const place = decodeCursor(PlaceInNotices, cursor);
    const shown = place?.shown ?? 0;
    const left = Math.min(limit, Math.max(0, MOST_LISTED - shown));
    const now = this.clock.instant();
    const { items, next, total } = await this.readModels.read(notices, async (all) => {
      const page = all.find(listed(personId, now, place)).sort(newestFirst);
      const [found, total] = await Promise.all([
        left === 0 ? [] : page.limit(left + 1).toArray(),
        place ? null : all.countDocuments(listed(personId, now), { limit: MOST_LISTED }),
      ]);
      const after = ({ at, _id }: StoredDocument<Notice>) => ({ at, id: _id, shown: shown + left });
      return { ...cutPage(found, left, after), total };
    });
    return {
      items: await this.views(items),
      next: shown + left < MOST_LISTED ? next : null,
      total,
    };
  }

  async unread(personId: string): Promise<number> {
    return unreadIn(await this.list(personId));
  }

  /** All that a list holds, the newest first: which notices, and whether each is read. */
  list(personId: string): Promise<Marked[]> {
    const mine = listed(personId, this.clock.instant());
    return this.readModels.read(notices, (all) =>
      all.find(mine).sort(newestFirst).limit(MOST_LISTED).project<Marked>({ read: 1 }).toArray(),
    );
  }

  async preferences(personId: string): Promise<NotificationPreferences> {
    const { mail } = await this.streams.cachedOrStale(noticePreferences, personId);
    return { mail };
  }

  private async views(found: readonly StoredDocument<Notice>[]): Promise<View[]> {
    if (found.length === 0) return [];
    const players = found.flatMap((notice) => (namesPlayer(notice) ? [notice.playerId] : []));
    const [named, known] = await Promise.all([
      this.readModels.read(courts, (all) =>
        all.find(among(found.map(({ courtId }) => courtId))).toArray(),
      ),
      this.readModels.read(people, (all) => all.find(among(players)).toArray()),
    ]);
    const courtNames = new Map(named.map(({ courtId, name }) => [courtId, name]));
    const names = new Map(
      known.map(({ userId, firstName, lastName }) => [userId, { firstName, lastName }]),
    );
    return found.map((notice) => {
      const player = namesPlayer(notice) ? (names.get(notice.playerId) ?? stranger) : null;
      const court = courtNames.get(notice.courtId) ?? 'New court';
      return viewOf(notice, court, player && asKnownTo(notice, player));
    });
  }
}

const among = (ids: readonly string[]) => ({ _id: { $in: [...new Set(ids)] } });
