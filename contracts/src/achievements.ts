import { z } from 'zod';
import { route } from './route.js';

export const AchievementCategory = z.enum(['tennis', 'social', 'host', 'milestone', 'premium']);
export const AchievementTier = z.enum(['bronze', 'silver', 'gold', 'platinum', 'elite']);
export const Rarity = z.enum(['common', 'uncommon', 'rare', 'epic', 'legendary']);

/**
 * An achievement and a player's progress toward it. If `isTracked` is false, Courtly has no data
 * for it, so there is no progress. `events` are the ids of the latest events that earned it.
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
  earnedDate: z
    .string()
    .nullable()
    .describe('When the player earned it (UTC). Only opponents see the exact time.'),
  progress: z.number(),
  maxProgress: z.number(),
  unit: z.string().describe('The unit of `progress`, such as "matches".'),
  events: z.array(z.string()).describe('Empty unless the caller is this player.'),
});
export type Achievement = z.infer<typeof Achievement>;

export const achievementRoutes = {
  listAchievements: route({
    method: 'GET',
    path: '/api/players/:playerId/achievements',
    summary:
      "List a player's achievements. Callers see their progress on every achievement; other players show only earned ones.",
    access: 'signedIn',
    params: z.object({ playerId: z.string().min(1).max(60) }),
    reads: ['achievements'],
    status: 200,
    response: z.array(Achievement),
  }),
};
