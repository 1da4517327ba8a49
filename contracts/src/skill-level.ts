import { z } from 'zod';

/** A USTA level. */
export const SkillLevel = z.enum(['2.5', '3.0', '3.5', '4.0', '4.5', '5.0', '5.5', '6.0+']);
export type SkillLevel = z.infer<typeof SkillLevel>;
