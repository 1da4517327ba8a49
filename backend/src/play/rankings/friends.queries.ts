import { Injectable } from '@nestjs/common';
import { ReadModels } from '../../platform/projections/read-models.js';
import { follows } from './follows.projection.js';
import {
  type RatedMatchDocument,
  ratedMatches,
  silentPlayersOf,
} from './rated-matches.projection.js';

/** How many of the latest rated matches are searched for friends. */
const MOST_MATCHES = 300;

@Injectable()
export class Friends {
  constructor(private readonly readModels: ReadModels) {}

  /** A user's recent partners and opponents who responded, followed players, and themselves. */
  async friendsOf(userId: string): Promise<ReadonlySet<string>> {
    const [followedIds, recentMatches] = await Promise.all([
      this.playersFollowedBy(userId),
      this.readModels.read(ratedMatches, (collection) =>
        collection
          .find({ playerIds: userId, counts: true })
          .sort({ playedAt: -1 })
          .limit(MOST_MATCHES)
          .project<Pick<RatedMatchDocument, 'players' | 'playerIds'>>({ players: 1, playerIds: 1 })
          .toArray(),
      ),
    ]);
    return new Set([
      userId,
      ...followedIds,
      ...recentMatches.flatMap(({ players, playerIds }) => {
        const silentIds = silentPlayersOf({ players });
        return playerIds.filter((playerId) => !silentIds.includes(playerId));
      }),
    ]);
  }

  async playersFollowedBy(userId: string): Promise<readonly string[]> {
    const followsDocument = await this.readModels.read(follows, (collection) =>
      collection.findOne({ _id: userId }),
    );
    return followsDocument?.playerIds ?? [];
  }
}
