import type { INestApplicationContext } from '@nestjs/common';
import { BookingTerms } from '@courtly/contracts/policy';
import pLimit from 'p-limit';
import { v7 } from 'uuid';
import { courtDayId, newBookingId } from '../bookings/booking-id.js';
import { courtDay } from '../bookings/court-day.js';
import { priceOf } from '../bookings/price.js';
import { CONFIG, type Config } from '../config.js';
import { CommandHandling } from '../kernel/command-handling.js';
import { commandContext, derivedId } from '../kernel/context.js';
import { DAY_MS, HOUR_MS, addDays } from '../kernel/local-time.js';

type Sides = Readonly<{ courtId: string; hostId: string; playerId: string; zone: string }>;

const HOURS_A_DAY = 12;
const DAYS_AT_ONCE = 16;
/** Seven in the morning where clocks are seven hours behind UTC. */
const OPENS_AT_MS = 14 * HOUR_MS;

/**
 * Makes a log worth rebuilding: books twelve hours on each of so many days of a court in a zone seven hours behind UTC,
 * through the same decisions as any other booking, two events each.
 */
export const makeHistory = async (
  app: INestApplicationContext,
  { courtId, hostId, playerId, zone }: Sides,
  days: number,
): Promise<void> => {
  const commands = app.get(CommandHandling);
  const { policy } = app.get<Config>(CONFIG);
  const now = Date.now();
  const at = new Date(now).toISOString();
  const book = (date: string, hour: number) => {
    const commandId = derivedId('history', courtId, date, String(hour));
    const start = Date.parse(`${date}T00:00:00Z`) + OPENS_AT_MS + hour * HOUR_MS;
    const data = {
      bookingId: newBookingId(courtId, date, commandId),
      ...{ courtId, hostId, playerId, zone },
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + HOUR_MS).toISOString(),
      ...priceOf(10_000, policy, false),
      terms: BookingTerms.strip().parse(policy),
      waiverVersion: 'bench',
      requestedAt: at,
      answerBy: at,
      notes: '',
      instantBook: true,
      hoursPerPlayer: null,
    };
    const actor = { id: playerId, role: 'player' } as const;
    const context = {
      ...commandContext({ actor, at, correlationId: v7(), call: 'history', fingerprint: date }),
      commandId,
    };
    return commands.handle(courtDay, courtDayId(courtId, date), { type: 'RequestBooking', data }, context);
  };
  const turns = pLimit(DAYS_AT_ONCE);
  const first = new Date(now + 2 * DAY_MS).toISOString().slice(0, 10);
  const dayOf = (index: number) =>
    turns(() => Promise.all(Array.from({ length: HOURS_A_DAY }, (_, hour) => book(addDays(first, index), hour))));
  await Promise.all(Array.from({ length: days }, (_, index) => dayOf(index)));
};
