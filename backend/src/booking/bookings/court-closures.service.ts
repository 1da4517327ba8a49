import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { isDomainError } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { Court } from '../courts/court.js';
import { splitByCourtDate } from '../courts/court-dates.js';
import { courtDayId, courtDayIdsAround } from './booking-id.js';
import { closuresOn } from './closures-of-day.js';
import { type Closure, courtDay, hoursBooked, isTimeTaken } from './court-day.js';
import type { Hours } from './hours.js';
import { adoptEarlierDays, withStandardTime } from './standard-time.js';

export type ClosureChange =
  | Readonly<{ type: 'close'; reason: string; cancelBookings: boolean }>
  | Readonly<{ type: 'reopen' }>;

type HoursOfCourtDay = Readonly<{ dayId: string; hours: Hours }>;

/**
 * Checks all court-days before it stores the first one, so a single conflicting booking keeps every
 * hour open. A retry continues after a concurrent booking.
 */
@Injectable()
export class CourtClosures {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns the position of the last event, or null.
   * @throws DomainError fair_use; hours_booked with all conflicting bookings
   */
  async change(
    listedCourt: Court,
    ranges: readonly Hours[],
    closureChange: ClosureChange,
    context: CommandContext,
  ): Promise<string | null> {
    const changedCourt = await withStandardTime(this.commandHandling, listedCourt, context);
    const parts: HoursOfCourtDay[] = [];
    for (const hours of ranges) parts.push(...(await this.partsOf(changedCourt, hours, context)));
    const decisions = parts.map(({ dayId, hours }) => ({
      dayId,
      commandId: `${context.commandId} ${hours.startTime}`,
      command: this.commandFor(changedCourt, hours, closureChange, context.at),
    }));
    if (decisions.length > 1) await this.assertNoneBooked(decisions);
    let position: string | null = null;
    for (const { dayId, commandId, command } of decisions) {
      const partContext = { ...context, commandId };
      const outcome = await this.commandHandling.handle(courtDay, dayId, command, partContext);
      position = outcome.position ?? position;
    }
    return position;
  }

  /** The closures of local days, in chronological order. */
  async closedOn(closedCourt: Court, localDays: readonly string[]): Promise<Closure[]> {
    const dayIds = new Set(
      localDays.flatMap((localDay) => courtDayIdsAround(closedCourt.courtId, localDay)),
    );
    const courtDays = await Promise.all(
      [...dayIds].map((dayId) => this.streams.load(courtDay, dayId)),
    );
    const closures = courtDays.flatMap(({ closed }) => closed);
    return localDays.flatMap((localDay) => closuresOn(closedCourt, localDay, closures));
  }

  /** If court-days used to be local dates, these hours may be in any of several court-days. */
  private async partsOf(
    changedCourt: Court,
    hours: Hours,
    context: CommandContext,
  ): Promise<HoursOfCourtDay[]> {
    const { courtId } = changedCourt;
    const courtDays = splitByCourtDate(changedCourt, hours).map(({ courtDate, ...partHours }) => ({
      dayId: courtDayId(courtId, courtDate),
      hours: partHours,
    }));
    if (!changedCourt.hadLocalDays) return courtDays;
    const earlierDays = await adoptEarlierDays(this.commandHandling, changedCourt, hours, context);
    const takenDays = earlierDays
      .filter((earlierDay) => isTimeTaken(earlierDay.courtDay, hours))
      .map(({ courtDate }) => ({ dayId: courtDayId(courtId, courtDate) }));
    return [...courtDays, ...takenDays].map(({ dayId }) => ({ dayId, hours }));
  }

  private commandFor(
    { courtId, hostId, zone }: Court,
    { startTime, endTime }: Hours,
    closureChange: ClosureChange,
    at: string,
  ) {
    const hours = { courtId, hostId, zone, startTime, endTime, limits: this.config.policy };
    if (closureChange.type === 'reopen') return { type: 'ReopenHours', data: hours } as const;
    const { reason, cancelBookings } = closureChange;
    return { type: 'CloseHours', data: { ...hours, reason, cancelBookings, at } } as const;
  }

  /** @throws DomainError hours_booked with all conflicting bookings */
  private async assertNoneBooked(
    decisions: readonly Readonly<{
      dayId: string;
      command: ReturnType<CourtClosures['commandFor']>;
    }>[],
  ): Promise<void> {
    const conflictingIds: string[] = [];
    for (const { dayId, command } of decisions) {
      const courtDayState = await this.streams.load(courtDay, dayId);
      try {
        courtDay.decide(command, courtDayState);
      } catch (error) {
        if (!isDomainError(error, 'hours_booked')) throw error;
        conflictingIds.push(...(error.details?.bookings ?? []));
      }
    }
    if (conflictingIds.length > 0) throw hoursBooked(conflictingIds);
  }
}
