import { Injectable } from '@nestjs/common';
import { ReadModels } from '../../platform/projections/read-models.js';
import { follows } from './follows.projection.js';
import { ratedMatches } from './rated-matches.projection.js';

/** Friends are those of so many latest rated matches, beside those who are followed. */
const MOST_MATCHES = 300;

/** Who is among somebody's friends in rankings. */
@Injectable()
export class Friends {
  constructor(private readonly readModels: ReadModels) {}

  /** Whom a person has played with of late, whom they follow, and themselves. */
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
