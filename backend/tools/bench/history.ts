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
import { PolicyAtStart } from '@courtly/backend/people/policies/policy-at-start.service';
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
 * Books twelve hours a day on each court (UTC-7) through the production decider. A booking consists
 * of two events, or of one if it awaits payment. Returns the position of the last event.
 */
export const makeHistory = async (
  application: INestApplicationContext,
  { courtId, hostId, playerId, zone }: Sides,
  days: number,
  payBy: string | null = null,
): Promise<string> => {
  const commands = application.get(CommandHandling);
  const ids = application.get(Ids);
  const { policy } = application.get<Config>(CONFIG);
  const nowMs = Date.now();
  const requestedAt = new Date(nowMs).toISOString();
  const bookHour = (date: string, hourOfDay: number) => {
    const commandId = ids.derived('history', courtId, date, String(hourOfDay));
    const startMs = Date.parse(`${date}T00:00:00Z`) + OPENS_AT_MS + hourOfDay * HOUR_MS;
    const requestData = {
      bookingId: newBookingId(courtId, date, commandId, ids),
      courtId,
      hostId,
      playerId,
      zone,
      startTime: new Date(startMs).toISOString(),
      endTime: new Date(startMs + HOUR_MS).toISOString(),
      ...priceOf(10_000, policy, false, null),
      policyId: policy.id,
      terms: BookingTerms.strip().parse(policy),
      waiverVersion: 'bench',
      requestedAt,
      // Keeps deadlines far away, because a worker would otherwise act on them during the
      // measurement.
      answerBy: new Date(startMs).toISOString(),
      payBy,
      sport: 'tennis' as const,
      notes: '',
      instantBook: true,
      limits: policy,
    };
    const actor = { id: playerId, role: 'player' } as const;
    const context = {
      ...commandContext(
        { actor, at: requestedAt, correlationId: randomUUID(), call: 'history', fingerprint: date },
        ids,
      ),
      commandId,
    };
    return commands.handle(
      courtDay,
      courtDayId(courtId, date),
      { type: 'RequestBooking', data: requestData },
      context,
    );
  };
  const turns = pLimit(DAYS_AT_ONCE);
  const first = new Date(nowMs + 2 * DAY_MS).toISOString().slice(0, 10);
  const bookCourtDay = (courtIndex: number) =>
    turns(() =>
      Promise.all(
        Array.from({ length: HOURS_A_DAY }, (_, hourOfDay) =>
          bookHour(addDays(first, courtIndex), hourOfDay),
        ),
      ),
    );
  const booked = await Promise.all(
    Array.from({ length: days }, (_, courtIndex) => bookCourtDay(courtIndex)),
  );
  return booked
    .flat()
    .map(({ position }) => position!)
    .sort()
    .at(-1)!;
};

/**
 * Makes at least this many bookings (two events each) for one player on new courts. Returns their
 * number.
 */
export const makeBookings = async (
  commandLine: Cli,
  environment: Readonly<Record<string, string>>,
  hostSession: Session,
  playerSession: Session,
  bookingCount: number,
): Promise<number> => {
  const [hostId, playerId] = await Promise.all([idOf(hostSession), idOf(playerSession)]);
  const progressCli = {
    ...commandLine,
    environment: { ...commandLine.environment, ...environment },
  };
  const courtCount = Math.ceil(bookingCount / (DAYS * HOURS_A_DAY));
  const madeBookings = courtCount * DAYS * HOURS_A_DAY;
  await commandLine.step(`Making ${formatCount(madeBookings)} bookings`, (reportProgress) =>
    withApplication(progressCli, async (application) => {
      await application.get(PolicyAtStart).record();
      for (let courtIndex = 0; courtIndex < courtCount; courtIndex++) {
        const courtPlace = {
          location: 'Scottsdale',
          address: `${courtIndex} History Road`,
          zone: ZONE,
        };
        const listing = { name: `History ${courtIndex}`, hourlyRate: '100.00', ...courtPlace };
        const courtId = await listCourt(hostSession, `history-${courtIndex}`, listing);
        await makeHistory(application, { courtId, hostId, playerId, zone: ZONE }, DAYS);
        reportProgress(`${courtIndex + 1} of ${courtCount} courts`);
      }
    }),
  );
  return madeBookings;
};
