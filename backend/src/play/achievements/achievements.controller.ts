import { Controller } from '@nestjs/common';
import { achievementRoutes as routes } from '@courtly/contracts/achievements';
import type { Input } from '@courtly/contracts/route';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentUser, RouteInput } from '../../platform/http/request.js';
import type { Actor } from '../../platform/kernel/events.js';
import { AchievementQueries } from './achievements.queries.js';

@Controller()
export class AchievementsController {
  constructor(private readonly achievements: AchievementQueries) {}

  @RouteHandler(routes.listAchievements)
  listAchievements(
    @RouteInput() { params }: Input<typeof routes.listAchievements>,
    @CurrentUser() viewer: Actor,
  ) {
    return this.achievements.ofPlayer(params.playerId, viewer);
  }
}
