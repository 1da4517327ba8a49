import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { datesFrom, localDate } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { court, ownedBy } from '../courts/court.js';
import { hoursOfDay } from './closures-of-day.js';
import { type ClosureChange, CourtClosures } from './court-closures.service.js';
import type { CourtDay } from './court-day.js';
import type { Hours } from './hours.js';

type Closures = CourtDay['closed'];

export class ChangeClosuresCommand extends defineCommand<
  Readonly<{ courtId: string; change: Hours & ClosureChange }>,
  CommandResult<Closures>
>() {}

const invalidHours = (message: string) =>
  new DomainError('invalid_request', message, { fields: [{ field: 'endTime', message }] });

@CommandHandler(ChangeClosuresCommand)
export class ChangeClosuresHandler implements ICommandHandler<ChangeClosuresCommand> {
  constructor(
    private readonly courtClosures: CourtClosures,
    private readonly streams: Streams,
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
    const localDay = localDate(courtState.zone, startTime);
    if (localDay !== localDate(courtState.zone, Date.parse(endTime) - 1))
      throw invalidHours('Close hours on one day at a time.');
    const position = await this.courtClosures.change(
      courtState,
      [{ startTime, endTime }],
      change,
      context,
    );
    return new CommandResult<Closures>(
      await this.courtClosures.closedOn(courtState, [localDay]),
      position,
    );
  }
}

export class CloseDaysCommand extends defineCommand<
  Readonly<{
    courtId: string;
    days: Readonly<{ from: string; to: string; reason: string; cancelBookings: boolean }>;
  }>,
  CommandResult<Closures>
>() {}

@CommandHandler(CloseDaysCommand)
export class CloseDaysHandler implements ICommandHandler<CloseDaysCommand> {
  constructor(
    private readonly courtClosures: CourtClosures,
    private readonly streams: Streams,
  ) {}

  /**
   * @throws DomainError not_found, invalid_request, fair_use; hours_booked with all conflicting
   * bookings
   */
  async execute({ input: { courtId, days }, context }: CloseDaysCommand) {
    const { from, to, ...closure } = days;
    const courtState = ownedBy(await this.streams.load(court, courtId), context.actor.id);
    const localDays = datesFrom(from, to);
    const ranges = localDays.flatMap((localDay) => hoursOfDay(courtState.zone, localDay) ?? []);
    if (ranges.some(({ endTime }) => endTime <= context.at))
      throw invalidHours('These days have already passed.');
    const position = await this.courtClosures.change(
      courtState,
      ranges,
      { type: 'close', ...closure },
      context,
    );
    return new CommandResult<Closures>(
      await this.courtClosures.closedOn(courtState, localDays),
      position,
    );
  }
}
