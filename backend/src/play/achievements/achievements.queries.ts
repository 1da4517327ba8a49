import { Injectable } from '@nestjs/common';
import type { Achievement } from '@courtly/contracts/achievements';
import { ReadModels } from '../../platform/projections/read-models.js';
import { achievementList } from './achievement-list.js';
import { achievements } from './achievements.projection.js';
import { emptyProgress } from './rules.js';

@Injectable()
export class AchievementQueries {
  constructor(private readonly readModels: ReadModels) {}

  /**
   * For the player, all achievements with their progress and event ids; for other users, only the
   * earned ones, without events.
   */
  async ofPlayer(playerId: string, userId: string): Promise<Achievement[]> {
    const achievementsDocument = await this.readModels.read(achievements, (achievements) =>
      achievements.findOne({ _id: playerId }),
    );
    const isOwnPage = playerId === userId;
    const views = achievementList.map(({ rule, ...achievementFields }): Achievement => {
      const { reached, earned } =
        achievementsDocument?.progress[achievementFields.id] ?? emptyProgress;
      const goal = rule?.goal ?? 0;
      return {
        ...achievementFields,
        isTracked: rule !== null,
        earned: earned !== null,
        earnedDate: earned?.at ?? null,
        progress: earned ? goal : Math.max(0, Math.min(goal, reached)),
        maxProgress: goal,
        unit: rule?.unit ?? '',
        events: isOwnPage ? [...(earned?.events ?? [])] : [],
      };
    });
    return isOwnPage ? views : views.filter(({ earned }) => earned);
  }
}
