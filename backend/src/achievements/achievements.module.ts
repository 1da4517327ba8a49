import { Module } from '@nestjs/common';
import { AchievementsController } from './achievements.controller.js';
import { AchievementQueries } from './achievements.queries.js';

/** What people earn by playing and hosting. */
@Module({ controllers: [AchievementsController], providers: [AchievementQueries] })
export class AchievementsModule {}
