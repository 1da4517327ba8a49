import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { datesFrom, localDate, localHours } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { courtDayAt, courtDayId } from './booking-id.js';
import { type Court, court, ownedBy } from '../courts/court.js';
import { type CourtDay, type CourtDayCommand, courtDay, hoursBooked } from './court-day.js';
import type { Hours } from './hours.js';

type Closures = CourtDay['closed'];

export class ChangeClosuresCommand extends defineCommand<
  Readonly<{
    courtId: string;
    change: Hours &
      Readonly<{ type: 'close'; reason: string; cancelBookings: boolean } | { type: 'reopen' }>;
  }>,
  CommandResult<Closures>
>() {}

const invalidHours = (message: string) =>
  new DomainError('invalid_request', message, { fields: [{ field: 'endTime', message }] });

@CommandHandler(ChangeClosuresCommand)
export class ChangeClosuresHandler implements ICommandHandler<ChangeClosuresCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found, invalid_request, fair_use; hours_booked with the conflicting
   * bookings
   */
  async execute({ input: { courtId, change }, context }: ChangeClosuresCommand) {
    const courtState = ownedBy(await this.streams.load(court, courtId), context.actor.id);
    const [startTime, endTime] = [change.startTime, change.endTime].map((time) =>
      new Date(time).toISOString(),
    ) as [string, string];
    if (endTime <= startTime) throw invalidHours('The end must be after the start.');
    if (endTime <= context.at) throw invalidHours('These hours have already passed.');
    const { hostId, zone } = courtState;
    if (localDate(zone, startTime) !== localDate(zone, Date.parse(endTime) - 1))
      throw invalidHours('Close hours on one day at a time.');
    const hours = { courtId, hostId, zone, startTime, endTime, limits: this.config.policy };
    const closureCommand: CourtDayCommand =
      change.type === 'close'
        ? {
            type: 'CloseHours',
            data: {
              ...hours,
              reason: change.reason,
              cancelBookings: change.cancelBookings,
              at: context.at,
            },
          }
        : { type: 'ReopenHours', data: hours };
    const commandOutcome = await this.commandHandling.handle(
      courtDay,
      courtDayAt(courtId, zone, startTime),
      closureCommand,
      context,
    );
    return new CommandResult(commandOutcome.state.closed, commandOutcome.position);
  }
}

export class CloseDaysCommand extends defineCommand<
  Readonly<{
    courtId: string;
    days: Readonly<{ from: string; to: string; reason: string; cancelBookings: boolean }>;
  }>,
  CommandResult<Closures>
>() {}

/**
 * Each day is a separate decision. All are checked before the first is stored, so that one
 * conflicting booking keeps every day open. After a booking in between, a retry of the request
 * resumes.
 */
@CommandHandler(CloseDaysCommand)
export class CloseDaysHandler implements ICommandHandler<CloseDaysCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found, invalid_request, fair_use; hours_booked with all conflicting
   * bookings
   */
  async execute({ input: { courtId, days }, context }: CloseDaysCommand) {
    const courtState = ownedBy(await this.streams.load(court, courtId), context.actor.id);
    const dayClosures = datesFrom(days.from, days.to).map((courtDate) => ({
      date: courtDate,
      command: this.closeDayCommand(courtState, courtDate, days, context),
    }));
    if (dayClosures.some(({ command }) => command.data.endTime <= context.at))
      throw invalidHours('These days have already passed.');
    await this.assertNoneBooked(courtId, dayClosures);
    const closedHours: Closures[number][] = [];
    let position: string | null = null;
    for (const { date, command } of dayClosures) {
      const dayContext = { ...context, commandId: `${context.commandId} ${date}` };
      const commandOutcome = await this.commandHandling.handle(
        courtDay,
        courtDayId(courtId, date),
        command,
        dayContext,
      );
      closedHours.push(...commandOutcome.state.closed);
      position = commandOutcome.position ?? position;
    }
    return new CommandResult(closedHours, position);
  }

  private closeDayCommand(
    courtState: Court,
    courtDate: string,
    { reason, cancelBookings }: CloseDaysCommand['input']['days'],
    { at }: CommandContext,
  ) {
    const { courtId, hostId, zone } = courtState;
    const dayHours = localHours(zone, courtDate);
    const data = {
      courtId,
      hostId,
      zone,
      startTime: dayHours[0]!.start,
      endTime: dayHours.at(-1)!.end,
      reason,
      cancelBookings,
      at,
      limits: this.config.policy,
    };
    return { type: 'CloseHours' as const, data };
  }

  /** @throws DomainError hours_booked with all conflicting bookings */
  private async assertNoneBooked(
    courtId: string,
    dayClosures: readonly Readonly<{ date: string; command: CourtDayCommand }>[],
  ) {
    const conflictingIds: string[] = [];
    for (const { date, command } of dayClosures) {
      const courtDayState = await this.streams.load(courtDay, courtDayId(courtId, date));
      try {
        courtDay.decide(command, courtDayState);
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'hours_booked') throw error;
        conflictingIds.push(...(error.details?.['bookings'] as string[]));
      }
    }
    if (conflictingIds.length > 0) throw hoursBooked(conflictingIds);
  }
}
