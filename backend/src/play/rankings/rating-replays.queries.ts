import {
  LISTED_REPLAYS,
  type RatingReplay,
  type ReplayedPlayer,
  type ReplayedProfile,
} from '@courtly/contracts/rating-replays';
import type { Discipline } from '@courtly/contracts/matches';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { courts } from '../../booking/courts/courts.projection.js';
import { type Page, type PageRequest, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { people } from '../../people/identity/people.projection.js';
import { fullNames } from '../../people/identity/person.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { userIdsIn, profileView } from './profile-view.js';
import { ratingReplays } from './rating-replays.projection.js';
import { ReplayStore } from './replay-store.service.js';
import { replayView } from './replay-view.js';
import { notFound } from '../../platform/kernel/domain-error.js';

type StandingsRequest = PageRequest &
  Readonly<{ discipline: Discipline; order: 'change' | 'rank' }>;

const PlaceInPlayers = z.strictObject({ place: z.number().int().min(1) });

@Injectable()
export class RatingReplayQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly replayStore: ReplayStore,
  ) {}

  /** The latest replays, newest first. */
  async list(): Promise<RatingReplay[]> {
    const replayDocuments = await this.readModels.read(ratingReplays, (collection) =>
      collection.find({}).sort({ requestedAt: -1, _id: -1 }).limit(LISTED_REPLAYS).toArray(),
    );
    const headsById = await this.replayStore.headsOf(
      replayDocuments.map(({ replayId }) => replayId),
    );
    return replayDocuments.map((replay) => replayView(replay, headsById.get(replay.replayId)));
  }

  /** @throws DomainError not_found */
  async showReplay(replayId: string): Promise<RatingReplay> {
    const replayDocument = await this.readModels.read(ratingReplays, (collection) =>
      collection.findOne({ _id: replayId }),
    );
    if (!replayDocument) throw notFound('replay');
    return replayView(replayDocument, (await this.replayStore.headsOf([replayId])).get(replayId));
  }

  /**
   * The standings of a replay.
   * @throws DomainError not_found if the replay is unfinished or no longer stored
   */
  async players(
    replayId: string,
    { discipline, order, cursor, limit }: StandingsRequest,
  ): Promise<Page<ReplayedPlayer>> {
    if (!(await this.showReplay(replayId)).isKept) throw notFound('replay');
    const orderField = order === 'change' ? 'place' : 'rankPlace';
    const afterPlace = decodeCursor(PlaceInPlayers, cursor)?.place ?? 0;
    const storedStandings = await this.replayStore.rows
      .find({ replayId, discipline, [orderField]: { $gt: afterPlace } })
      .sort({ [orderField]: 1 })
      .limit(limit + 1)
      .toArray();
    const { items, next } = cutPage(storedStandings, limit, (standing) => ({
      place: standing[orderField],
    }));
    const namesById = await this.namesOf(items.map(({ playerId }) => playerId));
    const replayedPlayers = items.map(({ playerId, compared, replayed, change }) => ({
      id: playerId,
      name: namesById.get(playerId) ?? null,
      change,
      compared: { ...compared, range: [...compared.range] as [number, number] },
      replayed: { ...replayed, range: [...replayed.range] as [number, number] },
    }));
    return { items: replayedPlayers, next };
  }

  /**
   * The ratings of the requested player. `people` are the users with accounts who appear in them.
   * @throws DomainError not_found if no player was requested, or if the replay is unfinished or no
   *   longer stored
   */
  async profile(
    replayId: string,
  ): Promise<ReplayedProfile & Readonly<{ people: readonly string[] }>> {
    const replay = await this.showReplay(replayId);
    const { playerId } = replay;
    const storedProfile =
      replay.isKept && playerId !== null ? await this.replayStore.profileOf(replayId) : null;
    if (!storedProfile || playerId === null) throw notFound('replay');
    const [namesById, courtNames] = await Promise.all([
      this.namesOf(userIdsIn(playerId, storedProfile)),
      this.courtNames(storedProfile.receipts.map(({ courtId }) => courtId)),
    ]);
    return {
      ...profileView(playerId, storedProfile, replay, { names: namesById, courts: courtNames }),
      people: [...namesById.keys()],
    };
  }

  /** The names of users, by id. Erased users have no email. */
  private async namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const personDocuments = await this.readModels.read(people, (collection) =>
      collection.find({ _id: { $in: [...userIds] } }).toArray(),
    );
    return fullNames(personDocuments.filter(({ email }) => email !== ''));
  }

  /** The names of active courts, by id. */
  private async courtNames(courtIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const idFilter = { _id: { $in: [...new Set(courtIds)] } };
    const courtDocuments = await this.readModels.read(courts, (collection) =>
      collection.find(idFilter).toArray(),
    );
    return new Map(
      courtDocuments.filter(({ isActive }) => isActive).map(({ courtId, name }) => [courtId, name]),
    );
  }
}
