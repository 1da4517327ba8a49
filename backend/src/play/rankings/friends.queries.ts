import { Injectable } from '@nestjs/common';
import { ReadModels } from '../../platform/projections/read-models.js';
import { follows } from './follows.projection.js';
import { ratedMatches } from './rated-matches.projection.js';

/** The number of latest rated matches whose players count as friends. */
const MOST_MATCHES = 300;

@Injectable()
export class Friends {
  constructor(private readonly readModels: ReadModels) {}

  /** A user's recent partners and opponents, the players they follow, and themselves. */
  async of(userId: string): Promise<ReadonlySet<string>> {
    const [followed, played] = await Promise.all([
      this.followedBy(userId),
      this.readModels.read(ratedMatches, (all) =>
        all
          .find({ playerIds: userId, counts: true })
          .sort({ playedAt: -1 })
          .limit(MOST_MATCHES)
          .project<{ playerIds: readonly string[] }>({ playerIds: 1 })
          .toArray(),
      ),
    ]);
    return new Set([userId, ...followed, ...played.flatMap(({ playerIds }) => playerIds)]);
  }

  async followedBy(userId: string): Promise<readonly string[]> {
    const found = await this.readModels.read(follows, (all) => all.findOne({ _id: userId }));
    return found?.playerIds ?? [];
  }
}
