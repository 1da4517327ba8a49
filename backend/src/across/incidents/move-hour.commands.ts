import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MoveBookingCommand } from '../../booking/bookings/move-booking.commands.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { followUp } from '../../platform/kernel/context.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Incident, incident, incidentIdOf } from './incident.js';
import { SettleIncidentCommand } from './settle-incident.commands.js';

const weatherClaimId = (bookingId: string) => incidentIdOf(bookingId, 'weather', 'player');

/** The player moves an hour with an upheld weather claim. `startTime` is the new start (UTC). */
export class MoveHourCommand extends defineCommand<
  Readonly<{ bookingId: string; startTime: string }>,
  CommandResult<Incident>
>() {}

/**
 * If the process stops between the two steps, the settlement finds the moved booking later and only
 * records it.
 */
@CommandHandler(MoveHourCommand)
export class MoveHourHandler implements ICommandHandler<MoveHourCommand> {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly streams: Streams,
  ) {}

  /**
   * @throws DomainError not_found, fair_use, invalid_request, slot_unavailable, slot_taken;
   *   wrong_status if the hour cannot be moved, or not anymore
   */
  async execute({ input: { bookingId, startTime }, context }: MoveHourCommand) {
    const incidentId = weatherClaimId(bookingId);
    const claim = await this.streams.load(incident, incidentId);
    if (claim?.playerId !== context.actor.id) throw notFound('report');
    if (claim.moveBy === null || context.at >= claim.moveBy)
      throw new DomainError('wrong_status', 'This hour can no longer be moved.', {
        status: claim.status,
      });
    const { position } = await this.commandBus.execute(
      new MoveBookingCommand({ bookingId, startTime }, followUp(context, 'move')),
    );
    await this.commandBus.execute(
      new SettleIncidentCommand({ incidentId }, followUp(context, 'settle')),
    );
    return new CommandResult((await this.streams.load(incident, incidentId))!, position);
  }
}

/** The player wants the refund instead of another hour. The settlement then orders it. */
export class DeclineMoveCommand extends defineCommand<
  Readonly<{ bookingId: string }>,
  CommandResult<Incident>
>() {}

@CommandHandler(DeclineMoveCommand)
export class DeclineMoveHandler implements ICommandHandler<DeclineMoveCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found; wrong_status if the hour has moved */
  async execute({ input: { bookingId }, context }: DeclineMoveCommand) {
    const { state, position } = await this.commandHandling.handle(
      incident,
      weatherClaimId(bookingId),
      { type: 'DeclineMove', data: { by: context.actor.id, at: context.at } },
      context,
    );
    return new CommandResult(state!, position);
  }
}
