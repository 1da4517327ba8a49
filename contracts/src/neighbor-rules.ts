import { z } from 'zod';
import type { Sport } from './sport.js';
import { MOST_PLAYERS } from './standard-neighbor-rules.js';
import { enteredNumber } from './wire.js';

const HourOfDay = z.string().regex(/^([01]\d|2[0-3]):00$/, 'Use a whole hour such as 21:00');

const QuietHours = z.object({ from: z.string(), to: z.string() });

/** What a court owes its neighbors, as stored and shown. Hours are local, such as `21:00`. */
export const NeighborRules = z.object({
  quietHours: z
    .object({
      tennis: QuietHours.nullable(),
      pickleball: QuietHours.nullable(),
    } satisfies Record<z.infer<typeof Sport>, z.ZodType>)
    .describe('By sport. They can span midnight, and `to` is exclusive.'),
  lightsOff: z.string().nullable(),
  maxPlayers: z.number().int(),
  maxCars: z.number().int().nullable(),
  noEvents: z.boolean(),
});
export type NeighborRules = z.infer<typeof NeighborRules>;

/** After lights-off, no hour is offered until this local hour. */
export const MORNING = '06:00';

const QuietHoursForm = z
  .strictObject({ from: HourOfDay, to: HourOfDay })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    message: 'Quiet hours must end at a different hour than they start',
  });

/** The rules as a host sets them. */
export const NeighborRulesForm = z.strictObject({
  quietHours: z
    .strictObject({
      tennis: QuietHoursForm.nullable(),
      pickleball: QuietHoursForm.nullable(),
    })
    .describe(
      'By sport. A court with several sports offers no hour that is quiet for one of them.',
    ),
  lightsOff: HourOfDay.refine((hour) => hour >= '12:00', 'Lights go off in the evening')
    .nullable()
    .describe(`No hour after it is offered until ${MORNING}. Null if there is no such rule.`),
  maxPlayers: enteredNumber({ least: 2, most: MOST_PLAYERS }),
  maxCars: enteredNumber({ least: 0, most: 20 }).nullable().describe('Null if there is no rule.'),
  noEvents: z.boolean().describe('Whether parties, tournaments, and clinics are ruled out.'),
});
