import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../config.js';
import { CommandHandling } from '../kernel/command-handling.js';
import { CommandResult } from '../kernel/command-result.js';
import type { CommandContext } from '../kernel/context.js';
import { DomainError } from '../kernel/domain-error.js';
import { localDate } from '../kernel/local-time.js';
import { Streams } from '../kernel/streams.js';
import { courtDayAt } from './booking-id.js';
import { bookableCourt } from './bookable-court.js';
import { type CourtDay, type CourtDayCommand, courtDay } from './court-day.js';
import type { Hours } from './hours.js';

type Closures = CourtDay['closed'];

/** A host closes hours of a day, or opens them again. */
export class ChangeClosures extends Command<CommandResult<Closures>> {
  constructor(
    readonly courtId: string,
    readonly change: Hours & Readonly<{ type: 'close'; reason: string; cancelBookings: boolean } | { type: 'reopen' }>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

const invalid = (message: string) =>
  new DomainError('invalid_request', message, { fields: [{ field: 'endTime', message }] });

@CommandHandler(ChangeClosures)
export class ChangeClosuresHandler implements ICommandHandler<ChangeClosures> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ courtId, change, context }: ChangeClosures): Promise<CommandResult<Closures>> {
    const court = await this.streams.load(bookableCourt, courtId);
    if (court?.hostId !== context.actor.id) throw new DomainError('not_found', 'This court does not exist.');
    const [startTime, endTime] = [change.startTime, change.endTime].map((text) => new Date(text).toISOString()) as [
      string,
      string,
    ];
    if (endTime <= startTime) throw invalid('The end comes after the start.');
    if (endTime <= context.at) throw invalid('These hours have passed.');
    if (localDate(court.zone, startTime) !== localDate(court.zone, Date.parse(endTime) - 1))
      throw invalid('Close hours of one day at a time.');
    const limits = this.config.policy;
    const hours = { courtId, hostId: court.hostId, zone: court.zone, startTime, endTime };
    const command: CourtDayCommand =
      change.type === 'close'
        ? {
            type: 'CloseHours',
            data: { ...hours, reason: change.reason, cancelBookings: change.cancelBookings, at: context.at, limits },
          }
        : { type: 'ReopenHours', data: { ...hours, limits } };
    const handled = await this.commands.handle(courtDay, courtDayAt(courtId, court.zone, startTime), command, context);
    return new CommandResult(handled.state.closed, handled.position);
  }
}
