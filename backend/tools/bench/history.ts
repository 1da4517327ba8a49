import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import type { INestApplicationContext } from '@nestjs/common';
import { BookingTerms } from '@courtly/contracts/policy';
import pLimit from 'p-limit';
import { courtDayId, newBookingId } from '@courtly/backend/booking/bookings/booking-id';
import { courtDay } from '@courtly/backend/booking/bookings/court-day';
import { priceOf } from '@courtly/backend/booking/pricing/price';
import { CONFIG, type Config } from '@courtly/backend/config';
import { CommandHandling } from '@courtly/backend/platform/kernel/command-handling';
import { commandContext } from '@courtly/backend/platform/kernel/context';
import { Ids } from '@courtly/backend/platform/kernel/ids';
import { DAY_MS, HOUR_MS, addDays } from '@courtly/backend/platform/kernel/local-time';
import { randomUUID } from 'node:crypto';
import type { Session } from '../client.js';
import { listCourt } from '../club.js';
import { ZONE, idOf } from './members.js';

type Sides = Readonly<{ courtId: string; hostId: string; playerId: string; zone: string }>;

const HOURS_A_DAY = 12;
const DAYS = 1_000;
const DAYS_AT_ONCE = 16;
/** 7 a.m. at UTC-7. */
const OPENS_AT_MS = 14 * HOUR_MS;

/**
 * Books twelve hours a day on each court (UTC-7) through the production decider. A booking is two
 * events, or one if it awaits payment. Returns the position of the last event.
 */
export const makeHistory = async (
  app: INestApplicationContext,
  { courtId, hostId, playerId, zone }: Sides,
  days: number,
  payBy: string | null = null,
): Promise<string> => {
  const commands = app.get(CommandHandling);
  const ids = app.get(Ids);
  const { policy } = app.get<Config>(CONFIG);
  const now = Date.now();
  const at = new Date(now).toISOString();
  const book = (date: string, hour: number) => {
    const commandId = ids.derived('history', courtId, date, String(hour));
    const start = Date.parse(`${date}T00:00:00Z`) + OPENS_AT_MS + hour * HOUR_MS;
    const data = {
      bookingId: newBookingId(courtId, date, commandId, ids),
      courtId,
      hostId,
      playerId,
      zone,
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + HOUR_MS).toISOString(),
      ...priceOf(10_000, policy, false),
      policyId: policy.id,
      terms: BookingTerms.strip().parse(policy),
      waiverVersion: 'bench',
      requestedAt: at,
      // Keeps deadlines far away: a worker would otherwise act on them during the measurement.
      answerBy: new Date(start).toISOString(),
      payBy,
      notes: '',
      instantBook: true,
      limits: policy,
    };
    const actor = { id: playerId, role: 'player' } as const;
    const context = {
      ...commandContext(
        { actor, at, correlationId: randomUUID(), call: 'history', fingerprint: date },
        ids,
      ),
      commandId,
    };
    return commands.handle(
      courtDay,
      courtDayId(courtId, date),
      { type: 'RequestBooking', data },
      context,
    );
  };
  const turns = pLimit(DAYS_AT_ONCE);
  const first = new Date(now + 2 * DAY_MS).toISOString().slice(0, 10);
  const dayOf = (index: number) =>
    turns(() =>
      Promise.all(
        Array.from({ length: HOURS_A_DAY }, (_, hour) => book(addDays(first, index), hour)),
      ),
    );
  const booked = await Promise.all(Array.from({ length: days }, (_, index) => dayOf(index)));
  return booked
    .flat()
    .map(({ position }) => position!)
    .sort()
    .at(-1)!;
};

/**
 * Makes at least this many bookings (two events each) of one player on new courts. Returns the
 * count.
 */
export const makeBookings = async (
  cli: Cli,
  environment: Readonly<Record<string, string>>,
  owner: Session,
  player: Session,
  bookings: number,
): Promise<number> => {
  const [hostId, playerId] = await Promise.all([idOf(owner), idOf(player)]);
  const seen = { ...cli, environment: { ...cli.environment, ...environment } };
  const courts = Math.ceil(bookings / (DAYS * HOURS_A_DAY));
  const made = courts * DAYS * HOURS_A_DAY;
  await cli.step(`Making ${formatCount(made)} bookings`, (tell) =>
    withApplication(seen, async (app) => {
      for (let index = 0; index < courts; index++) {
        const place = { location: 'Scottsdale', address: `${index} History Road`, zone: ZONE };
        const listing = { name: `History ${index}`, hourlyRate: '100.00', ...place };
        const courtId = await listCourt(owner, `history-${index}`, listing);
        await makeHistory(app, { courtId, hostId, playerId, zone: ZONE }, DAYS);
        tell(`${index + 1} of ${courts} courts`);
      }
    }),
  );
  return made;
};
