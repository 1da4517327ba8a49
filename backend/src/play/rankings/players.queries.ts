import type { Discipline } from '@courtly/contracts/matches';
import type { FlaggedPlayer, Player, RatingReceipt } from '@courtly/contracts/rankings';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { courts } from '../../booking/courts/courts.projection.js';
import { type Page, type PageRequest, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from '../../people/identity/membership-tiers.js';
import { people } from '../../people/identity/people.projection.js';
import type { Person } from '../../people/identity/person.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { Friends } from './friends.queries.js';
import { flaggedView, playerView, receiptView } from './ranking-views.js';
import { TableStore } from './table-store.service.js';

const PlaceInReceipts = z.strictObject({ playedAt: z.string(), logged: z.string() });
const PlaceInFlags = z.strictObject({ id: z.string() });

/** Player pages for members, and flagged players for admins. */
@Injectable()
export class PlayerQueries {
  constructor(
    private readonly tables: TableStore,
    private readonly readModels: ReadModels,
    private readonly friends: Friends,
    @Inject(MEMBERSHIP_TIERS) private readonly tiers: MembershipTiers,
  ) {}

  /** @throws DomainError not_found, also for erased users */
  async one(playerId: string, viewerId: string): Promise<Player> {
    const person = await this.person(playerId);
    const [row, followed, elite] = await Promise.all([
      this.tables.find((_, rows) => rows.findOne({ _id: playerId })),
      this.friends.followedBy(viewerId),
      this.tiers.membersAmong([playerId]),
    ]);
    const courtNames = await this.courtNames((row?.courts ?? []).map(({ courtId }) => courtId));
    return playerView(person, row, {
      isElite: elite.has(playerId),
      isFollowed: followed.includes(playerId),
      courts: courtNames,
    });
  }

  /** A player's rating receipts, latest first. @throws DomainError not_found */
  async receipts(
    playerId: string,
    { cursor, limit, discipline }: PageRequest & Readonly<{ discipline?: Discipline | undefined }>,
  ): Promise<Page<RatingReceipt>> {
    await this.person(playerId);
    const place = decodeCursor(PlaceInReceipts, cursor);
    const earlier = place && {
      $or: [
        { playedAt: { $lt: place.playedAt } },
        { playedAt: place.playedAt, logged: { $lt: place.logged } },
      ],
    };
    const found = await this.tables.read(async (_, rows, receipts) => {
      const row = await rows.findOne({ _id: playerId });
      if (!row) return [];
      return receipts
        .find({ playerId, epoch: row.receipts, ...(discipline && { discipline }), ...earlier })
        .sort({ playedAt: -1, logged: -1 })
        .limit(limit + 1)
        .toArray();
    });
    const { items, next } = cutPage(found, limit, ({ playedAt, logged }) => ({
      playedAt,
      logged,
    }));
    const others = items.flatMap(({ partnerId, opponentIds }) => [
      ...(partnerId ? [partnerId] : []),
      ...opponentIds,
    ]);
    const [names, courtNames] = await Promise.all([
      this.people(others),
      this.courtNames(items.map(({ courtId }) => courtId)),
    ]);
    return { items: items.map((one) => receiptView(one, names, courtNames)), next };
  }

  /** Players with a flag, ordered by id. */
  async flagged({ cursor, limit }: PageRequest): Promise<Page<FlaggedPlayer>> {
    const place = decodeCursor(PlaceInFlags, cursor);
    const found = await this.tables.read((_, rows) =>
      rows
        .find({ isFlagged: true, ...(place && { _id: { $gt: place.id } }) })
        .sort({ _id: 1 })
        .limit(limit + 1)
        .toArray(),
    );
    const { items, next } = cutPage(found, limit, ({ _id }) => ({ id: _id }));
    const others = items.flatMap(({ flags }) => flags.flatMap(({ otherId }) => otherId ?? []));
    const names = await this.people([...items.map(({ _id }) => _id), ...others]);
    return { items: items.map((row) => flaggedView(row, names)), next };
  }

  private async person(id: string): Promise<Person> {
    const person = (await this.people([id])).get(id);
    if (!person || person.email === '') throw notFound('player');
    return person;
  }

  private async people(ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
    const found = await this.readModels.read(people, (all) => all.find(among(ids)).toArray());
    return new Map(found.map((one) => [one.userId, one]));
  }

  /** Names of active courts, by id. */
  private async courtNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.readModels.read(courts, (all) => all.find(among(ids)).toArray());
    return new Map(
      found.filter(({ isActive }) => isActive).map(({ courtId, name }) => [courtId, name]),
    );
  }
}

const among = (ids: readonly string[]) => ({ _id: { $in: [...new Set(ids)] } });
