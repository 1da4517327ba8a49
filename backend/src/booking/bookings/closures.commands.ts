import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { datesFrom, localDate, localHours } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { courtDayAt, courtDayId } from './booking-id.js';
import { type BookableCourt, bookableCourt } from '../courts/bookable-court.js';
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

const invalid = (message: string) =>
  new DomainError('invalid_request', message, { fields: [{ field: 'endTime', message }] });

@CommandHandler(ChangeClosuresCommand)
export class ChangeClosuresHandler implements ICommandHandler<ChangeClosuresCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found, invalid_request, fair_use; hours_booked with the bookings in the way
   */
  async execute({
    input: { courtId, change },
    context,
  }: ChangeClosuresCommand): Promise<CommandResult<Closures>> {
    const court = await this.streams.load(bookableCourt, courtId);
    if (court?.hostId !== context.actor.id) throw notFound('court');
    const [startTime, endTime] = [change.startTime, change.endTime].map((text) =>
      new Date(text).toISOString(),
    ) as [string, string];
    if (endTime <= startTime) throw invalid('The end must be after the start.');
    if (endTime <= context.at) throw invalid('These hours have already passed.');
    if (localDate(court.zone, startTime) !== localDate(court.zone, Date.parse(endTime) - 1))
      throw invalid('Close hours on one day at a time.');
    const limits = this.config.policy;
    const hours = { courtId, hostId: court.hostId, zone: court.zone, startTime, endTime };
    const command: CourtDayCommand =
      change.type === 'close'
        ? {
            type: 'CloseHours',
            data: {
              ...hours,
              reason: change.reason,
              cancelBookings: change.cancelBookings,
              at: context.at,
              limits,
            },
          }
        : { type: 'ReopenHours', data: { ...hours, limits } };
    const handled = await this.commands.handle(
      courtDay,
      courtDayAt(courtId, court.zone, startTime),
      command,
      context,
    );
    return new CommandResult(handled.state.closed, handled.position);
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
 * Each day is a separate decision. All are checked before the first is stored, so that one booking
 * in the way keeps every day open. After a booking in between, a retry of the request resumes.
 */
@CommandHandler(CloseDaysCommand)
export class CloseDaysHandler implements ICommandHandler<CloseDaysCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found, invalid_request, fair_use; hours_booked with all bookings in the way
   */
  async execute({
    input: { courtId, days },
    context,
  }: CloseDaysCommand): Promise<CommandResult<Closures>> {
    const court = await this.streams.load(bookableCourt, courtId);
    if (court?.hostId !== context.actor.id) throw notFound('court');
    const closing = datesFrom(days.from, days.to).map((date) => ({
      date,
      command: this.command(court, date, days, context),
    }));
    if (closing.some(({ command }) => command.data.endTime <= context.at))
      throw invalid('These days have already passed.');
    await this.tryAll(courtId, closing);
    const closed: Closures[number][] = [];
    let position: string | null = null;
    for (const { date, command } of closing) {
      const ofDay = { ...context, commandId: `${context.commandId} ${date}` };
      const handled = await this.commands.handle(
        courtDay,
        courtDayId(courtId, date),
        command,
        ofDay,
      );
      closed.push(...handled.state.closed);
      position = handled.position ?? position;
    }
    return new CommandResult(closed, position);
  }

  private command(
    court: BookableCourt,
    date: string,
    { reason, cancelBookings }: CloseDaysCommand['input']['days'],
    { at }: CommandContext,
  ) {
    const { courtId, hostId, zone } = court;
    const hours = localHours(zone, date);
    const [startTime, endTime] = [hours[0]!.start, hours.at(-1)!.end];
    const data = {
      courtId,
      hostId,
      zone,
      startTime,
      endTime,
      reason,
      cancelBookings,
      at,
      limits: this.config.policy,
    };
    return { type: 'CloseHours' as const, data };
  }

  /** @throws DomainError hours_booked with all bookings in the way */
  private async tryAll(
    courtId: string,
    closing: readonly Readonly<{ date: string; command: CourtDayCommand }>[],
  ) {
    const inTheWay: string[] = [];
    for (const { date, command } of closing) {
      const day = await this.streams.load(courtDay, courtDayId(courtId, date));
      try {
        courtDay.decide(command, day);
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'hours_booked') throw error;
        inTheWay.push(...(error.details?.['bookings'] as string[]));
      }
    }
    if (inTheWay.length > 0) throw hoursBooked(inTheWay);
  }
}
