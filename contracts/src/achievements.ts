import { z } from 'zod';
import { route } from './route.js';

/** What an achievement is about. */
export const AchievementCategory = z.enum(['tennis', 'social', 'host', 'milestone', 'premium']);
export const AchievementTier = z.enum(['bronze', 'silver', 'gold', 'platinum', 'elite']);
export const Rarity = z.enum(['common', 'uncommon', 'rare', 'epic', 'legendary']);

/**
 * One achievement as a person stands to it. `progress` of `maxProgress` is counted from what happened; where no facts are kept
 * by which it could be (`isTracked` false), nothing is claimed. `events` are the ids of the events that earned it, of many the last.
 */
export const Achievement = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: AchievementCategory,
  tier: AchievementTier,
  rarity: Rarity,
  points: z.number().int(),
  isTracked: z.boolean(),
  earned: z.boolean(),
  earnedDate: z.string().nullable().describe('when what earned it happened (UTC)'),
  progress: z.number(),
  maxProgress: z.number(),
  unit: z.string().describe('what is counted, in words'),
  events: z.array(z.string()).describe('for the person alone'),
});
export type Achievement = z.infer<typeof Achievement>;

export const achievementRoutes = {
  listAchievements: route({
    method: 'GET',
    path: '/api/players/:playerId/achievements',
    summary:
      'All achievements with the progress of the caller; of somebody else those that are earned',
    access: 'signedIn',
    params: z.object({ playerId: z.string().min(1).max(60) }),
    reads: ['achievements'],
    status: 200,
    response: z.array(Achievement),
  }),
};
