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
import { peopleOf, profileView } from './profile-view.js';
import { ratingReplays } from './rating-replays.projection.js';
import { ReplayStore } from './replay-store.service.js';
import { replayView } from './replay-view.js';
import { notFound } from '../../platform/kernel/domain-error.js';

type Asked = PageRequest & Readonly<{ discipline: Discipline; order: 'change' | 'rank' }>;

const PlaceInPlayers = z.strictObject({ place: z.number().int().min(1) });

@Injectable()
export class RatingReplayQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly store: ReplayStore,
  ) {}

  /** The latest replays, newest first. */
  async list(): Promise<RatingReplay[]> {
    const found = await this.readModels.read(ratingReplays, (all) =>
      all.find({}).sort({ requestedAt: -1, _id: -1 }).limit(LISTED_REPLAYS).toArray(),
    );
    const heads = await this.store.headsOf(found.map(({ replayId }) => replayId));
    return found.map((replay) => replayView(replay, heads.get(replay.replayId)));
  }

  /** @throws DomainError not_found */
  async one(replayId: string): Promise<RatingReplay> {
    const found = await this.readModels.read(ratingReplays, (all) =>
      all.findOne({ _id: replayId }),
    );
    if (!found) throw notFound('replay');
    return replayView(found, (await this.store.headsOf([replayId])).get(replayId));
  }

  /**
   * Standings of a replay. @throws DomainError not_found for a replay that is unfinished or no
   * longer stored
   */
  async players(
    replayId: string,
    { discipline, order, cursor, limit }: Asked,
  ): Promise<Page<ReplayedPlayer>> {
    if (!(await this.one(replayId)).isKept) throw notFound('replay');
    const field = order === 'change' ? 'place' : 'rank';
    const after = decodeCursor(PlaceInPlayers, cursor)?.place ?? 0;
    const found = await this.store.rows
      .find({ replayId, discipline, [field]: { $gt: after } })
      .sort({ [field]: 1 })
      .limit(limit + 1)
      .toArray();
    const { items, next } = cutPage(found, limit, (row) => ({ place: row[field] }));
    const names = await this.namesOf(items.map(({ playerId }) => playerId));
    const players = items.map(({ playerId, compared, replayed, change }) => ({
      id: playerId,
      name: names.get(playerId) ?? null,
      change,
      compared: { ...compared, range: [...compared.range] as [number, number] },
      replayed: { ...replayed, range: [...replayed.range] as [number, number] },
    }));
    return { items: players, next };
  }

  /**
   * The ratings of the requested player. `people` are the users with an account who appear in them.
   * @throws DomainError not_found without a requested player, or if the replay is unfinished or no
   * longer stored
   */
  async profile(
    replayId: string,
  ): Promise<ReplayedProfile & Readonly<{ people: readonly string[] }>> {
    const replay = await this.one(replayId);
    const { playerId } = replay;
    const found = replay.isKept && playerId !== null ? await this.store.profileOf(replayId) : null;
    if (!found || playerId === null) throw notFound('replay');
    const [names, courtNames] = await Promise.all([
      this.namesOf(peopleOf(playerId, found)),
      this.courtNames(found.receipts.map(({ courtId }) => courtId)),
    ]);
    return {
      ...profileView(playerId, found, replay, { names, courts: courtNames }),
      people: [...names.keys()],
    };
  }

  /** Names of users by id. Erased users have no email. */
  private async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.readModels.read(people, (all) =>
      all.find({ _id: { $in: [...ids] } }).toArray(),
    );
    return fullNames(found.filter(({ email }) => email !== ''));
  }

  /** Names of active courts, by id. */
  private async courtNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const among = { _id: { $in: [...new Set(ids)] } };
    const found = await this.readModels.read(courts, (all) => all.find(among).toArray());
    return new Map(
      found.filter(({ isActive }) => isActive).map(({ courtId, name }) => [courtId, name]),
    );
  }
}
