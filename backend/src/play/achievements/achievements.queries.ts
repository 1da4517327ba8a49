import { Injectable } from '@nestjs/common';
import type { Achievement } from '@courtly/contracts/achievements';
import { ReadModels } from '../../platform/projections/read-models.js';
import { achievementList } from './achievement-list.js';
import { achievements } from './achievements.projection.js';
import { nothingYet } from './rules.js';

@Injectable()
export class AchievementQueries {
  constructor(private readonly readModels: ReadModels) {}

  /**
   * All achievements with progress and event ids for the player; only earned ones, without events,
   * for other users.
   */
  async ofPlayer(playerId: string, viewerId: string): Promise<Achievement[]> {
    const found = await this.readModels.read(achievements, (all) => all.findOne({ _id: playerId }));
    const isOwn = playerId === viewerId;
    const all = achievementList.map(({ rule, ...shown }): Achievement => {
      const { reached, earned } = found?.progress[shown.id] ?? nothingYet;
      const goal = rule?.goal ?? 0;
      return {
        ...shown,
        isTracked: rule !== null,
        earned: earned !== null,
        earnedDate: earned?.at ?? null,
        progress: earned ? goal : Math.max(0, Math.min(goal, reached)),
        maxProgress: goal,
        unit: rule?.unit ?? '',
        events: isOwn ? [...(earned?.events ?? [])] : [],
      };
    });
    return isOwn ? all : all.filter(({ earned }) => earned);
  }
}
