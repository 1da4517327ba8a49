import { Injectable } from '@nestjs/common';
import type { Achievement } from '@courtly/contracts/achievements';
import { visibleFields } from '../../people/identity/page-privacy.js';
import { people } from '../../people/identity/people.projection.js';
import type { Actor } from '../../platform/kernel/events.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { ViewerRelations } from '../matches/viewer-relations.service.js';
import { achievementList } from './achievement-list.js';
import { achievements } from './achievements.projection.js';
import { emptyProgress } from './rules.js';

@Injectable()
export class AchievementQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly viewerRelations: ViewerRelations,
  ) {}

  /**
   * For the player, all achievements with their progress and event ids; for other users, only the
   * earned ones that are not private, without events. Strangers see days instead of times.
   */
  async ofPlayer(playerId: string, viewer: Actor): Promise<Achievement[]> {
    const [person, relation] = await Promise.all([
      this.readModels.read(people, (collection) => collection.findOne({ _id: playerId })),
      this.viewerRelations.relationTo(viewer, playerId),
    ]);
    // Admins have no use for achievements, so their access needs no record.
    const fields = person && visibleFields(person, relation === 'admin' ? 'stranger' : relation);
    if (!fields?.results) return [];
    const achievementsDocument = await this.readModels.read(achievements, (achievements) =>
      achievements.findOne({ _id: playerId }),
    );
    const isOwnPage = relation === 'self';
    const shownList = isOwnPage
      ? achievementList
      : achievementList.filter((each) => !each.isPrivate);
    const views = shownList.map(({ rule, isPrivate: _, ...achievementFields }): Achievement => {
      const { reached, earned } =
        achievementsDocument?.progress[achievementFields.id] ?? emptyProgress;
      const goal = rule?.goal ?? 0;
      return {
        ...achievementFields,
        isTracked: rule !== null,
        earned: earned !== null,
        earnedDate: earned ? (fields.whereabouts ? earned.at : dayOf(earned.at)) : null,
        progress: earned ? goal : Math.max(0, Math.min(goal, reached)),
        maxProgress: goal,
        unit: rule?.unit ?? '',
        events: isOwnPage ? [...(earned?.events ?? [])] : [],
      };
    });
    return isOwnPage ? views : views.filter(({ earned }) => earned);
  }
}

/** Noon UTC, so that the day is the same in most zones. */
const dayOf = (instant: string): string => `${instant.slice(0, 10)}T12:00:00.000Z`;
