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
import { rankingReview } from './ranking-review.js';
import { rankingReviews } from './ranking-reviews.projection.js';
import { flaggedView, playerPageView, receiptView } from './ranking-views.js';
import { ratedMatches, silentPlayersOf } from './rated-matches.projection.js';
import { TableStore } from './table-store.service.js';

const PlaceInReceipts = z.strictObject({ playedAt: z.string(), logged: z.string() });
const PlaceInFlags = z.strictObject({ id: z.string() });

@Injectable()
export class PlayerQueries {
  constructor(
    private readonly tableStore: TableStore,
    private readonly readModels: ReadModels,
    private readonly friends: Friends,
    @Inject(MEMBERSHIP_TIERS) private readonly membershipTiers: MembershipTiers,
  ) {}

  /** @throws DomainError not_found, also for erased users */
  async playerPage(playerId: string, userId: string): Promise<Player> {
    const person = await this.existingPerson(playerId);
    const [storedRow, followedIds, eliteIds] = await Promise.all([
      this.tableStore.find((_, tableRows) => tableRows.findOne({ _id: playerId })),
      this.friends.playersFollowedBy(userId),
      this.membershipTiers.membersAmong([playerId]),
    ]);
    const courtNames = await this.courtNames(
      (storedRow?.courts ?? []).map(({ courtId }) => courtId),
    );
    return playerPageView(person, storedRow, {
      isElite: eliteIds.has(playerId),
      isFollowed: followedIds.includes(playerId),
      courts: courtNames,
    });
  }

  /**
   * A player's rating receipts, newest first. Others see a match, and the player in it, only after
   * the player's own response, so that silence reveals no one.
   * @throws DomainError not_found
   */
  async receiptsOfPlayer(
    playerId: string,
    userId: string,
    { cursor, limit, discipline }: PageRequest & Readonly<{ discipline?: Discipline | undefined }>,
  ): Promise<Page<RatingReceipt>> {
    await this.existingPerson(playerId);
    const cursorPlace = decodeCursor(PlaceInReceipts, cursor);
    const earlierFilter = cursorPlace && {
      $or: [
        { playedAt: { $lt: cursorPlace.playedAt } },
        { playedAt: cursorPlace.playedAt, logged: { $lt: cursorPlace.logged } },
      ],
    };
    const storedReceipts = await this.tableStore.read(async (_, tableRows, ratingReceipts) => {
      const storedRow = await tableRows.findOne({ _id: playerId });
      if (!storedRow) return [];
      return ratingReceipts
        .find({
          playerId,
          epoch: storedRow.receipts,
          ...(discipline && { discipline }),
          ...earlierFilter,
        })
        .sort({ playedAt: -1, logged: -1 })
        .limit(limit + 1)
        .toArray();
    });
    const { items, next } = cutPage(storedReceipts, limit, ({ playedAt, logged }) => ({
      playedAt,
      logged,
    }));
    const otherPlayerIds = items.flatMap(({ partnerId, opponentIds }) => [
      ...(partnerId ? [partnerId] : []),
      ...opponentIds,
    ]);
    const [peopleById, courtNames, silentIds] = await Promise.all([
      this.peopleById(otherPlayerIds),
      this.courtNames(items.map(({ courtId }) => courtId)),
      this.silentPlayers(items.map(({ matchId }) => matchId)),
    ]);
    const receiptViews = items.flatMap((storedReceipt) => {
      const hiddenIds = new Set(silentIds.get(storedReceipt.matchId));
      hiddenIds.delete(userId);
      return hiddenIds.has(playerId)
        ? []
        : [receiptView(storedReceipt, peopleById, courtNames, hiddenIds)];
    });
    return { items: receiptViews, next };
  }

  /** The players who let their time pass without a response, by match id. */
  private async silentPlayers(
    matchIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const matchDocuments = await this.readModels.read(ratedMatches, (collection) =>
      collection.find(idFilter(matchIds)).toArray(),
    );
    return new Map(matchDocuments.map((document) => [document.matchId, silentPlayersOf(document)]));
  }

  /** Players with a flag that no admin has dismissed, or who are hidden, ordered by id. */
  async flaggedPlayers({ cursor, limit }: PageRequest): Promise<Page<FlaggedPlayer>> {
    const cursorPlace = decodeCursor(PlaceInFlags, cursor);
    const hiddenIds = await this.readModels.read(rankingReviews, (collection) =>
      collection.distinct('_id', { isHidden: true }),
    );
    const listedRows = { $or: [{ isFlagged: true }, { _id: { $in: hiddenIds } }] };
    const storedRows = await this.tableStore.read((_, tableRows) =>
      tableRows
        .find({ ...listedRows, ...(cursorPlace && { _id: { $gt: cursorPlace.id } }) })
        .sort({ _id: 1 })
        .limit(limit + 1)
        .toArray(),
    );
    const { items, next } = cutPage(storedRows, limit, ({ _id }) => ({ id: _id }));
    const otherPlayerIds = items.flatMap(({ flags }) =>
      flags.flatMap(({ otherId }) => otherId ?? []),
    );
    const peopleById = await this.peopleById([...items.map(({ _id }) => _id), ...otherPlayerIds]);
    const reviewDocuments = await this.readModels.read(rankingReviews, (collection) =>
      collection.find(idFilter(items.map(({ _id }) => _id))).toArray(),
    );
    const reviewById = new Map(reviewDocuments.map((review) => [review.playerId, review]));
    return {
      items: items.flatMap((storedRow) => {
        const review = reviewById.get(storedRow._id) ?? rankingReview.initial;
        const flaggedPlayer = flaggedView(storedRow, review, peopleById);
        return flaggedPlayer.flags.length > 0 || review.isHidden ? [flaggedPlayer] : [];
      }),
      next,
    };
  }

  private async existingPerson(playerId: string): Promise<Person> {
    const person = (await this.peopleById([playerId])).get(playerId);
    if (!person || person.email === '') throw notFound('player');
    return person;
  }

  private async peopleById(documentIds: readonly string[]): Promise<ReadonlyMap<string, Person>> {
    const personDocuments = await this.readModels.read(people, (collection) =>
      collection.find(idFilter(documentIds)).toArray(),
    );
    return new Map(personDocuments.map((person) => [person.userId, person]));
  }

  /** The names of active courts, by id. */
  private async courtNames(documentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const courtDocuments = await this.readModels.read(courts, (collection) =>
      collection.find(idFilter(documentIds)).toArray(),
    );
    return new Map(
      courtDocuments.filter(({ isActive }) => isActive).map(({ courtId, name }) => [courtId, name]),
    );
  }
}

const idFilter = (documentIds: readonly string[]) => ({ _id: { $in: [...new Set(documentIds)] } });
