import type { Slice } from '../slice.js';
import { AchievementsModule } from './achievements.module.js';
import { achievements as achievementList } from './achievements.projection.js';

export const achievements: Slice = {
  name: 'achievements',
  module: AchievementsModule,
  events: [],
  projections: [achievementList],
};
