import { defineSlice } from '../../platform/slice.js';
import { AchievementsController } from './achievements.controller.js';
import { achievements as achievementList } from './achievements.projection.js';
import { AchievementQueries } from './achievements.queries.js';

export const achievements = defineSlice({
  name: 'achievements',
  controllers: [AchievementsController],
  providers: [AchievementQueries],
  events: [],
  projections: [achievementList],
});
