import { z } from 'zod';

/**
 * What happens while the signature of a guest is missing. `off`: no one is asked, or the hour is
 * over; `warn`: the player and the host see how many are missing; `block`: the host is also
 * instructed to admit no one until all have signed.
 */
export const GuestWaiverRule = z.enum(['off', 'warn', 'block']);
export type GuestWaiverRule = z.infer<typeof GuestWaiverRule>;

/** How many people of a booking have signed the waiver. The player signed before booking. */
export const WaiverCount = z.object({
  rule: GuestWaiverRule,
  people: z.number().int().describe('The player and the guests.'),
  signed: z.number().int(),
});
export type WaiverCount = z.infer<typeof WaiverCount>;
