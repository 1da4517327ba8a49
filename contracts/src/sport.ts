import { z } from 'zod';

/** The sports of courts. Each hour, match, rating, and ranking has exactly one. */
export const Sport = z.enum(['tennis', 'pickleball']);
export type Sport = z.infer<typeof Sport>;
