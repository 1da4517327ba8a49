import { Controller } from '@nestjs/common';
import { achievementRoutes as routes } from '@courtly/contracts/achievements';
import type { Input } from '@courtly/contracts/route';
import { Handles } from '../../platform/http/handles.js';
import { Caller, Received } from '../../platform/http/request.js';
import type { Actor } from '../../platform/kernel/events.js';
import { AchievementQueries } from './achievements.queries.js';

@Controller()
export class AchievementsController {
  constructor(private readonly achievements: AchievementQueries) {}

  @Handles(routes.listAchievements)
  ofPlayer(@Received() { params }: Input<typeof routes.listAchievements>, @Caller() { id }: Actor) {
    return this.achievements.ofPlayer(params.playerId, id);
  }
}
